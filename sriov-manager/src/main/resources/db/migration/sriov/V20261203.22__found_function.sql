-- A found function, which we did not make, can be adopted as a VF, or an operator wants it gone.
ALTER TABLE operation
    DROP CONSTRAINT operation_kind_check,
    ADD CONSTRAINT operation_kind_check CHECK (kind IN ('PROVISION', 'UPDATE', 'RELEASE', 'DRAIN_NIC', 'ADOPT'));
ALTER TABLE function_slot
    ADD COLUMN evicting boolean NOT NULL DEFAULT false,
    ADD CHECK (NOT evicting OR (state = 'QUARANTINED' AND vf IS NULL));

-- What found functions have is given to nobody else.
CREATE INDEX function_slot_found_address ON function_slot ((observed #>> '{spec,address}')) WHERE vf IS NULL;
CREATE INDEX function_slot_found_vni ON function_slot ((observed #>> '{spec,vni}')) WHERE vf IS NULL;
