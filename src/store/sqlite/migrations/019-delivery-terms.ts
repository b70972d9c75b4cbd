/** Until when all jobs of a delivery may be kept, where the terms of their platform limit it. */
export const deliveryTerms = `
  ALTER TABLE saved_delivery ADD COLUMN jobs_until INTEGER;
  CREATE INDEX saved_delivery_jobs_until ON saved_delivery (jobs_until) WHERE jobs_until IS NOT NULL;
`;
