-- What happened to VFs, for people. It outlives its VF, and is no source of truth.
CREATE TABLE vf_event (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    vf         uuid        NOT NULL,
    tenant     text        NOT NULL,
    vf_name    text        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('NORMAL', 'WARNING')),
    reason     text        NOT NULL,
    message    text        NOT NULL,
    actor      text        NOT NULL,
    count      bigint      NOT NULL DEFAULT 1,
    first_seen timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_seen  timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- A hash, as an index entry has less room than a message.
CREATE UNIQUE INDEX vf_event_repeats ON vf_event (vf, reason, actor, md5(message));
CREATE INDEX vf_event_newest ON vf_event (last_seen DESC, id DESC);
CREATE INDEX vf_event_newest_of_tenant ON vf_event (tenant, last_seen DESC, id DESC);
