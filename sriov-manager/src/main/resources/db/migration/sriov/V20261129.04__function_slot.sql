-- A NIC's functions as places. Rows stay when a NIC shrinks: the epoch outlives every holder and never goes back.
CREATE TABLE function_slot (
    nic                text    NOT NULL REFERENCES nic (name),
    pf                 integer NOT NULL,
    slot_index         integer NOT NULL,
    state              text    NOT NULL CHECK (state IN ('FREE', 'ASSIGNED', 'QUARANTINED')),
    vf                 uuid    UNIQUE REFERENCES virtual_function (uid),
    epoch              bigint  NOT NULL,
    reason             text,
    baseline_boot_id   uuid,
    baseline_rotations bigint,
    observed           jsonb,
    observed_at        timestamptz,
    PRIMARY KEY (nic, pf, slot_index),
    CHECK ((state = 'ASSIGNED' AND vf IS NOT NULL) OR (state = 'FREE' AND vf IS NULL) OR state = 'QUARANTINED')
);
