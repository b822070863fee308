-- Answers to POST requests that carried an Idempotency-Key.
CREATE TABLE idempotency_key (
    caller       text        NOT NULL,
    method       text        NOT NULL,
    path         text        NOT NULL,
    key          text        NOT NULL,
    fingerprint  bytea       NOT NULL,
    status       integer     NOT NULL,
    location     text,
    etag         text,
    content_type text,
    body         bytea       NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (caller, method, path, key)
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
