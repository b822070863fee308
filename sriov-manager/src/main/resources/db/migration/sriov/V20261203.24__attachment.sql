-- Who holds a VF, under which epoch, and until when on this database's clock; without an end where lease_until is null.
ALTER TABLE vf_status
    ADD COLUMN holder text,
    ADD COLUMN attachment_epoch bigint,
    ADD COLUMN lease_until timestamptz,
    ADD CHECK ((holder IS NULL) = (attachment_epoch IS NULL)),
    ADD CHECK (lease_until IS NULL OR holder IS NOT NULL);
CREATE INDEX vf_status_lease ON vf_status (lease_until) WHERE lease_until IS NOT NULL;
