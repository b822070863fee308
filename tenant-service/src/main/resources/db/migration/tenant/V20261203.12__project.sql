-- Projects: nodes between an organisation and its tenants, for those that want a level more. acme/storage/blue
ALTER TABLE node DROP CONSTRAINT node_kind_check;
ALTER TABLE node ADD CONSTRAINT node_kind_check CHECK (kind IN ('ORGANISATION', 'PROJECT', 'TENANT'));
