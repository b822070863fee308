ALTER TABLE idempotency_key ADD COLUMN newer text;
