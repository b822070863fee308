-- A charge against a tenant and its ancestors, named by the operation it is for. Ended ones are kept for a while, so that a
-- late repeat of an operation is known; they survive their tenant.
CREATE TABLE reservation (
    operation_id uuid        PRIMARY KEY,
    node_id      uuid        REFERENCES node (id) ON DELETE SET NULL,
    tenant       text        NOT NULL,
    tenant_path  text        NOT NULL,
    state        text        NOT NULL CHECK (state IN ('RESERVED', 'COMMITTED', 'RELEASED', 'RETURNED', 'EXPIRED')),
    ttl_seconds  integer     NOT NULL CHECK (ttl_seconds > 0),
    expires_at   timestamptz,
    version      bigint      NOT NULL,
    changed_at   timestamptz NOT NULL,
    CHECK ((state = 'RESERVED') = (expires_at IS NOT NULL)),
    CHECK (node_id IS NOT NULL OR state IN ('RELEASED', 'RETURNED', 'EXPIRED'))
);
CREATE INDEX reservation_live ON reservation (node_id, operation_id) WHERE state IN ('RESERVED', 'COMMITTED');
CREATE INDEX reservation_expiry ON reservation (expires_at) WHERE state = 'RESERVED';
CREATE INDEX reservation_ended ON reservation (changed_at) WHERE state IN ('RELEASED', 'RETURNED', 'EXPIRED');
CREATE INDEX reservation_node ON reservation (node_id);

CREATE TABLE reservation_amount (
    operation_id uuid   NOT NULL REFERENCES reservation (operation_id) ON DELETE CASCADE,
    resource     text   NOT NULL CHECK (resource IN ('VF', 'QP', 'CQ', 'MR', 'PD', 'REGISTERED_BYTES')),
    amount       bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740992),
    PRIMARY KEY (operation_id, resource)
);
