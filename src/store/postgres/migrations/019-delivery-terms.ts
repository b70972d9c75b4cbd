export const deliveryTerms = {
  sql: `
    ALTER TABLE saved_delivery ADD COLUMN jobs_until BIGINT;
    CREATE INDEX saved_delivery_jobs_until ON saved_delivery (jobs_until) WHERE jobs_until IS NOT NULL;
  `,
  oldest: 14,
};
