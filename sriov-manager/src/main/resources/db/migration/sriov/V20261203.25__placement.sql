-- What a tenant wants of a VF's place.
ALTER TABLE virtual_function
    ADD COLUMN placement jsonb NOT NULL DEFAULT '{"strategy": "SPREAD", "apartFrom": {}, "bandwidthMbps": 0}';
