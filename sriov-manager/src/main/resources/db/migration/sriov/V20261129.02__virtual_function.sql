-- What tenants want. A name is unique among a tenant's VFs that exist; another tenant's name is free to take.
CREATE TABLE virtual_function (
    uid              uuid        PRIMARY KEY,
    tenant           text        NOT NULL,
    name             text        NOT NULL,
    labels           jsonb       NOT NULL,
    nic              text,
    qp               bigint      NOT NULL CHECK (qp >= 0),
    cq               bigint      NOT NULL CHECK (cq >= 0),
    mr               bigint      NOT NULL CHECK (mr >= 0),
    pd               bigint      NOT NULL CHECK (pd >= 0),
    registered_bytes bigint      NOT NULL CHECK (registered_bytes >= 0),
    generation       bigint      NOT NULL CHECK (generation > 0),
    created_at       timestamptz NOT NULL,
    UNIQUE (tenant, name)
);
CREATE INDEX virtual_function_page ON virtual_function (tenant, uid);
