-- Organisations and tenants: one tree. A node's path names its ancestors from the root and itself: acme/blue.
-- Nodes never move: what is charged to a tenant is charged to the ancestors it was made under.
CREATE TABLE node (
    id         uuid        PRIMARY KEY,
    kind       text        NOT NULL CHECK (kind IN ('ORGANISATION', 'TENANT')),
    name       text        NOT NULL CHECK (name ~ '^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$'),
    parent_id  uuid        REFERENCES node (id),
    path       text        NOT NULL UNIQUE,
    version    bigint      NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (kind, name),
    CHECK ((kind = 'ORGANISATION') = (parent_id IS NULL))
);
CREATE INDEX node_parent ON node (parent_id);
