-- How a NIC's packets travel; on an overlay, its tunnel endpoint.
ALTER TABLE nic
    ADD COLUMN wire text NOT NULL DEFAULT 'UDP' CHECK (wire IN ('UDP', 'OVERLAY')),
    ADD COLUMN vtep text,
    ADD CHECK ((wire = 'OVERLAY') = (vtep IS NOT NULL));

-- A VXLAN network for each tenant that has VFs. Its version is raised when who is where has changed; it comes from a
-- sequence of all networks, so that a VNI that changes hands does not begin anew.
CREATE SEQUENCE segment_version;
CREATE TABLE tenant_network (
    tenant  text    PRIMARY KEY,
    vni     integer NOT NULL UNIQUE CHECK (vni BETWEEN 1 AND 16777215),
    version bigint  NOT NULL DEFAULT nextval('segment_version'),
    -- Of the locations that version stands for.
    digest  text    NOT NULL DEFAULT ''
);
-- Walks through all VNIs, so that one comes up again as late as can be.
CREATE TABLE vni_cursor (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    next_vni integer NOT NULL
);
INSERT INTO tenant_network (tenant, vni)
    SELECT tenant, row_number() OVER (ORDER BY tenant) FROM (SELECT DISTINCT tenant FROM virtual_function) AS tenants;
INSERT INTO vni_cursor (next_vni) SELECT coalesce(max(vni), 0) + 1 FROM tenant_network;

ALTER TABLE vf_status ADD COLUMN vni integer;
UPDATE vf_status SET vni = n.vni
    FROM virtual_function f JOIN tenant_network n ON n.tenant = f.tenant
    WHERE f.uid = vf_status.vf AND vf_status.nic IS NOT NULL;
ALTER TABLE vf_status ADD CHECK ((nic IS NULL) = (vni IS NULL));

-- Who is where: functions that a NIC on an overlay is to hold.
CREATE VIEW overlay_location AS
    SELECT s.vni, s.address, n.vtep, s.nic
    FROM vf_status s JOIN nic n ON n.name = s.nic
    WHERE n.wire = 'OVERLAY'
      AND s.state IN ('PROVISIONING', 'CONFIGURING', 'ACTIVE', 'UPDATING', 'FAILED', 'DRAINING');
