-- The issuer's key pairs, as private JWKs: whoever reads this table can sign tokens. One is active; replicas that start
-- together race for it and the index lets one of them win.
CREATE TABLE signing_key (
    id         text        PRIMARY KEY,
    jwk        text        NOT NULL,
    active     boolean     NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX signing_key_active ON signing_key (active) WHERE active;
