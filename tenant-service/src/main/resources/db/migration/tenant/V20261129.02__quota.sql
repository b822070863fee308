-- The limits of a node. The generation is what If-Match compares; what is used has no part in it.
CREATE TABLE quota (
    node_id    uuid   PRIMARY KEY REFERENCES node (id) ON DELETE CASCADE,
    generation bigint NOT NULL
);

-- The ledger: a line for each node and resource. used + reserved may exceed max_amount only after it was lowered.
CREATE TABLE quota_line (
    node_id    uuid   NOT NULL REFERENCES quota (node_id) ON DELETE CASCADE,
    resource   text   NOT NULL CHECK (resource IN ('VF', 'QP', 'CQ', 'MR', 'PD', 'REGISTERED_BYTES')),
    max_amount bigint CHECK (max_amount BETWEEN 0 AND 9007199254740992), -- null: no limit at this node
    used       bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
    reserved   bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
    charges    bigint NOT NULL DEFAULT 0, -- how often it was charged; the sum over a node's lines is its status version
    PRIMARY KEY (node_id, resource)
) WITH (fillfactor = 50); -- lines are updated all the time and never on an indexed column: room for HOT updates
