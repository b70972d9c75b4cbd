export const firstAttempts = 'ALTER TABLE saved_delivery_way ADD COLUMN first_try_at INTEGER;';
