-- Who may ask the issuer for a token, and what the token says. Secrets are stored hashed.
CREATE TABLE client (
    id          text        PRIMARY KEY,
    secret_hash text        NOT NULL,
    roles       text[]      NOT NULL CHECK (cardinality(roles) > 0),
    node_id     uuid        REFERENCES node (id) ON DELETE CASCADE, -- the tenant of a tenant's client
    nic         text,                                               -- the NIC that a NIC's client is bound to
    created_at  timestamptz NOT NULL
);
CREATE INDEX client_node ON client (node_id, id);
