/** What a key spent on a day comes from the sums by day: a sum over its calls took longer with each of them. */
export const spentByKey = `
  DROP INDEX ledger_key;
  CREATE INDEX usage_day_key ON usage_day(key_id, day);
`;
