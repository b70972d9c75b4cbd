export const claimedDeliveries = 'ALTER TABLE saved_delivery_way ADD COLUMN claimed_by TEXT;';
