export const firstAttempts = { sql: 'ALTER TABLE saved_delivery_way ADD COLUMN first_try_at BIGINT;', oldest: 14 };
