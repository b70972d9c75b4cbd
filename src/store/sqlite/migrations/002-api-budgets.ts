/** Calls of keyed APIs, one row each, for as long as their longest limit looks back. */
export const apiBudgets = `
  CREATE TABLE api_call (
    id INTEGER PRIMARY KEY,
    budget TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX api_call_budget ON api_call(budget, at);
  `;
