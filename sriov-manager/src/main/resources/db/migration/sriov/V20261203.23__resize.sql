-- How many functions an operator wants a NIC to have, null: as many as it comes with. The epoch is the physical function's
-- own and never goes back.
ALTER TABLE nic
    ADD COLUMN wanted_functions integer CHECK (wanted_functions BETWEEN 1 AND 1024),
    ADD COLUMN resize_epoch bigint NOT NULL DEFAULT 0,
    ADD COLUMN resize_problem text;
