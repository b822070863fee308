-- The functions in each NIC's last sample, replaced together with it.
CREATE TABLE function_sample (
    nic     text NOT NULL REFERENCES nic_sample (nic) ON DELETE CASCADE,
    tenant  text NOT NULL,
    vf      text NOT NULL,
    counted json NOT NULL,
    rates   json NOT NULL,
    PRIMARY KEY (nic, tenant, vf)
) WITH (fillfactor = 50);

CREATE INDEX function_sample_by_name ON function_sample (tenant, vf);
