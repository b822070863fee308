-- Keys take turns by the database's clock: the newest whose time has come signs, the one after it is published already.
-- `active` stays for replicas of the release before, which still run while this is migrated.
ALTER TABLE signing_key ADD COLUMN signs_from timestamptz NOT NULL DEFAULT clock_timestamp();
ALTER TABLE signing_key ALTER COLUMN active SET DEFAULT false;
