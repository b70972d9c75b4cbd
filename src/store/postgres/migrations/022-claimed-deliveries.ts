export const claimedDeliveries = {
  sql: 'ALTER TABLE saved_delivery_way ADD COLUMN claimed_by TEXT COLLATE "C";',
  oldest: 14,
};
