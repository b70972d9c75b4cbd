// `npm run test:postgres` runs, on PostgreSQL, tests of the whole app whose result can depend on the store. Arguments
// go to the test runner.
process.env.TEST_ENGINE = 'postgres';
const SPEC = ['credits', 'keys', 'tools', 'scrape-jobs', 'get-reputation', 'test-keys', 'envelope'];
const DASHBOARD = ['keys', 'usage', 'security', 'journey', 'playground'];
process.argv.splice(
  2,
  0,
  ...SPEC.map((name) => `test/spec/${name}.test.ts`),
  ...DASHBOARD.map((name) => `test/dashboard/${name}.test.ts`),
  'test/spec/oauth',
  'test/credits',
  'test/accounts',
  'test/oauth',
);
await import('./test.mjs');
