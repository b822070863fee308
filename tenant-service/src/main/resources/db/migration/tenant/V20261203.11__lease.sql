-- What leases have of each line of the ledger, beside what virtual functions use and reserve of it, and what they wait for.
ALTER TABLE quota_line ADD COLUMN leased bigint NOT NULL DEFAULT 0 CHECK (leased >= 0);
ALTER TABLE quota_line ADD COLUMN unmet bigint NOT NULL DEFAULT 0 CHECK (unmet >= 0);

-- Names this ledger. Whoever restores a backup may draw another, and need not: a NIC that has seen more is believed.
CREATE TABLE lease_ledger (
    one   boolean PRIMARY KEY DEFAULT true CHECK (one),
    epoch uuid    NOT NULL
);
INSERT INTO lease_ledger (epoch) VALUES (gen_random_uuid());

-- Which boot speaks for a NIC. The incarnation only rises.
CREATE TABLE lease_nic (
    nic         text        PRIMARY KEY,
    incarnation bigint      NOT NULL CHECK (incarnation >= 0),
    boot_id     uuid,                 -- null: nobody does, until the next boot is confirmed
    seq         bigint      NOT NULL, -- newest sync of the incarnation
    challenge   uuid,                 -- the newest, while it is not confirmed
    challenged  uuid,                 -- the boot that it was given to
    heard_at    timestamptz NOT NULL
) WITH (fillfactor = 50);

-- What a NIC's present incarnation was granted and has returned: both only grow, and their difference is charged.
CREATE TABLE lease_line (
    nic          text   NOT NULL REFERENCES lease_nic (nic) ON DELETE CASCADE,
    node_id      uuid   NOT NULL REFERENCES node (id) ON DELETE CASCADE,
    resource     text   NOT NULL,
    granted      bigint NOT NULL CHECK (granted >= 0),
    returned     bigint NOT NULL CHECK (returned BETWEEN 0 AND granted),
    granted_seen bigint NOT NULL CHECK (granted_seen BETWEEN 0 AND granted),
    used         bigint NOT NULL,
    unmet        bigint NOT NULL CHECK (unmet >= 0),
    PRIMARY KEY (nic, node_id, resource)
) WITH (fillfactor = 50);
CREATE INDEX lease_line_node ON lease_line (node_id);
