-- How long a draining VF's programs have, and what happens then.
ALTER TABLE vf_status ADD COLUMN drain jsonb;

-- A cordoned NIC takes no new VF. What registers is overwritten by the next registration; this is not.
ALTER TABLE nic
    ADD COLUMN cordoned_at timestamptz,
    ADD COLUMN cordoned_by text;

-- An operation is about a VF or, when a NIC is drained, about that. One at a time for either.
ALTER TABLE operation
    DROP CONSTRAINT operation_kind_check,
    ADD CONSTRAINT operation_kind_check CHECK (kind IN ('PROVISION', 'UPDATE', 'RELEASE', 'DRAIN_NIC')),
    ALTER COLUMN vf_uid DROP NOT NULL,
    ALTER COLUMN vf DROP NOT NULL,
    ADD COLUMN nic text,
    ADD COLUMN nic_drain jsonb,
    ADD CHECK ((vf_uid IS NULL) = (vf IS NULL)),
    ADD CHECK ((vf_uid IS NULL) = (nic IS NOT NULL)),
    ADD CHECK ((kind = 'DRAIN_NIC') = (nic_drain IS NOT NULL));
CREATE UNIQUE INDEX operation_running_nic ON operation (nic) WHERE finished_at IS NULL;
