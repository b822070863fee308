-- NICs that have registered. What a NIC says about itself is overwritten by each registration; an operator's approval is not.
CREATE TABLE nic (
    name             text        PRIMARY KEY,
    host             text        NOT NULL,
    boot_id          uuid        NOT NULL,
    admin_url        text        NOT NULL,
    function_count   integer     NOT NULL CHECK (function_count BETWEEN 0 AND 4096),
    active_mtu       integer     NOT NULL CHECK (active_mtu > 0),
    per_function_max jsonb       NOT NULL,
    device_max       jsonb       NOT NULL,
    registered_at    timestamptz NOT NULL,
    heartbeat_at     timestamptz NOT NULL,
    approved_at      timestamptz,
    approved_by      text,
    version          bigint      NOT NULL
);
