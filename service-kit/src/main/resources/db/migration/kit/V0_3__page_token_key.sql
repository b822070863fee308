-- The secret that seals page tokens; here, so that all replicas have the same.
CREATE TABLE page_token_key (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    -- Two random UUIDs: 244 random bits.
    secret    bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
INSERT INTO page_token_key DEFAULT VALUES;
