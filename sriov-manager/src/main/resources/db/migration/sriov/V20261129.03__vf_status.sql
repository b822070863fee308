-- What is known about them. applied_generation belongs to (epoch, boot_id) and is raised by read-back alone.
CREATE TABLE vf_status (
    vf                  uuid        PRIMARY KEY REFERENCES virtual_function (uid),
    version             bigint      NOT NULL,
    state               text        NOT NULL,
    state_since         timestamptz NOT NULL,
    conditions          jsonb       NOT NULL,
    observed_generation bigint      NOT NULL,
    applied_generation  bigint      NOT NULL,
    nic                 text        REFERENCES nic (name),
    host                text,
    pf                  integer,
    slot_index          integer,
    address             text,
    boot_id             uuid,
    epoch               bigint      NOT NULL,
    attempts            integer     NOT NULL,
    next_attempt_at     timestamptz,
    fault               jsonb,
    activated           boolean     NOT NULL,
    operation           uuid,
    CHECK ((nic IS NULL) = (host IS NULL) AND (nic IS NULL) = (pf IS NULL) AND (nic IS NULL) = (slot_index IS NULL)
        AND (nic IS NULL) = (address IS NULL) AND (nic IS NULL) = (boot_id IS NULL))
);
CREATE INDEX vf_status_nic ON vf_status (nic);
