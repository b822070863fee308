-- One log of all changes of a service (docs/architecture.md): writers append to outbox in their own transaction, the
-- sequencer moves rows to change and gives them dense positions, readers follow positions.

CREATE TABLE outbox (
    -- CACHE 1: with cached values, a session could give an object's later change the lower id.
    id          bigint GENERATED ALWAYS AS IDENTITY (CACHE 1) PRIMARY KEY,
    xid         xid8        NOT NULL DEFAULT pg_current_xact_id(),
    at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    object_type text        NOT NULL,
    object_id   text        NOT NULL,
    version     bigint      NOT NULL,
    tenant_path text        NOT NULL,
    type        text        NOT NULL CHECK (type IN ('ADDED', 'MODIFIED', 'DELETED')),
    body        text        NOT NULL
);

CREATE TABLE change_head (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    -- Another id says that positions start anew, as after a restored backup.
    log_id    uuid   NOT NULL DEFAULT gen_random_uuid(),
    pos       bigint NOT NULL DEFAULT 0,
    -- The highest position that retention has removed.
    floor     bigint NOT NULL DEFAULT 0 CHECK (floor <= pos)
);
INSERT INTO change_head DEFAULT VALUES;

CREATE TABLE change (
    pos         bigint PRIMARY KEY,
    xid         xid8        NOT NULL,
    at          timestamptz NOT NULL,
    object_type text        NOT NULL,
    object_id   text        NOT NULL,
    version     bigint      NOT NULL,
    tenant_path text        NOT NULL,
    type        text        NOT NULL,
    body        text        NOT NULL
);

CREATE TABLE change_cursor (
    name text PRIMARY KEY,
    pos  bigint NOT NULL DEFAULT 0
);
INSERT INTO change_cursor (name) VALUES ('kafka');
