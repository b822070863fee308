-- Long work that callers follow. Outlives its VF, and so refers to it without a key.
CREATE TABLE operation (
    id                uuid        PRIMARY KEY,
    kind              text        NOT NULL CHECK (kind IN ('PROVISION', 'UPDATE', 'RELEASE')),
    tenant            text        NOT NULL,
    vf_uid            uuid        NOT NULL,
    vf                text        NOT NULL,
    change            jsonb,
    target_generation bigint      NOT NULL,
    phase             text        NOT NULL,
    created_at        timestamptz NOT NULL,
    finished_at       timestamptz,
    problem           jsonb
);
CREATE UNIQUE INDEX operation_running ON operation (vf_uid) WHERE finished_at IS NULL;
CREATE INDEX operation_finished ON operation (finished_at) WHERE finished_at IS NOT NULL;
