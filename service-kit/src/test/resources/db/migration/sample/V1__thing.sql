CREATE TABLE thing (
    name       text PRIMARY KEY,
    tenant     text   NOT NULL,
    size       bigint NOT NULL,
    generation bigint NOT NULL DEFAULT 1
);
