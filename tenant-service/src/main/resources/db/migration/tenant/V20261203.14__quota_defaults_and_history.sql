-- What a tenant made below a node starts with; null on all lines of the node: it says nothing.
ALTER TABLE quota_line ADD COLUMN tenant_default bigint CHECK (tenant_default BETWEEN 0 AND 9007199254740992);

-- Each change of a node's limits; what it was made with is no change.
CREATE TABLE quota_change (
    node_id    uuid        NOT NULL REFERENCES quota (node_id) ON DELETE CASCADE,
    generation bigint      NOT NULL,
    limits     jsonb       NOT NULL, -- by resource; one that is not named has no limit
    changed_by text        NOT NULL, -- client id
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (node_id, generation)
);
