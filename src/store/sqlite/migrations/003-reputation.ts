/** What the review sites say of employers (SPEC §4). */
export const reputation = `
  CREATE TABLE reputation (
    company_key TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('GB', 'FR', '*')),
    site TEXT NOT NULL,
    depth TEXT NOT NULL CHECK (depth IN ('light', 'deep')),
    found INTEGER NOT NULL CHECK (found IN (0, 1)),
    fetched_at INTEGER NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (company_key, scope, site, depth)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX reputation_by_age ON reputation (fetched_at);
`;
