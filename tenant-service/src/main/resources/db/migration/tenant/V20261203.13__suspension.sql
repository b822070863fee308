-- Why a tenant is suspended: it keeps what it has and gets nothing more. Null: it is not.
ALTER TABLE node ADD COLUMN suspended_because text CHECK (kind = 'TENANT' OR suspended_because IS NULL);
