-- What each NIC counted last. Overwritten once a second: pages keep room for the next version of a row, and no column that
-- changes has an index, so that rows stay where they are.
CREATE TABLE nic_sample (
    nic        text        PRIMARY KEY,
    host       text        NOT NULL,
    boot_id    uuid        NOT NULL,
    sequence   bigint      NOT NULL CHECK (sequence > 0),
    sampled_at timestamptz NOT NULL,
    -- On our own clock; the NIC's may be wrong.
    seen_at    timestamptz NOT NULL,
    port       json        NOT NULL
) WITH (fillfactor = 50);
