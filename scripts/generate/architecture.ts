// A test and the documentation's architecture page use this table of the folders that each folder may import from.

interface Folder {
  holds: string;
  /** Folders, and files directly in src, that the folder may import. Every file may import from its own folder. */
  mayImport: readonly string[] | 'all';
}

const LEAVES = ['errors.ts', 'lib'];

/**
 * `schemas` is the folder beside src. As a row, a path with a slash is a subfolder with a narrower rule. In
 * `mayImport`, such a path is the only part of its folder that may be imported.
 */
export const MAY_IMPORT: Readonly<Record<string, Folder>> = {
  schemas: { holds: 'the public contract as TypeBox schemas, from which `schemas/json` is generated', mayImport: [] },
  lib: { holds: 'small helpers that do not depend on the product', mayImport: [] },
  'version.ts': { holds: "the service's version", mayImport: [] },
  'errors.ts': { holds: '`ServiceError`, with its stable reasons', mayImport: ['schemas'] },
  config: { holds: 'the settings table', mayImport: ['lib'] },
  reading: {
    holds: 'readers for text written by people: tokens, vocabularies, figures, dates, block pages',
    mayImport: ['lib'],
  },
  mail: { holds: 'the wording of e-mails, and the code that sends them', mayImport: [...LEAVES, 'config'] },
  telemetry: { holds: 'traces', mayImport: [...LEAVES, 'config'] },
  metrics: { holds: 'the counters shown at `/metrics`', mayImport: [...LEAVES, 'version.ts', 'config'] },
  widgets: { holds: 'the documents that clients show with a result', mayImport: ['lib'] },
  docs: { holds: 'these pages, and the code that renders and searches them', mayImport: ['lib'] },
  shared: {
    holds: 'data that replicas share but can afford to lose: limits, cooldowns, cached pages; `memory/` or `redis/`',
    mayImport: LEAVES,
  },
  credits: { holds: 'the ledger rules, written as pure functions', mayImport: LEAVES },
  store: {
    holds: 'records and the SQL that reads and writes them; `sqlite/` for one process, `postgres/` for replicas',
    mayImport: [...LEAVES, 'version.ts', 'schemas', 'credits'],
  },
  accounts: {
    holds: 'plans, registration, API keys, passwords, sessions',
    mayImport: [...LEAVES, 'credits', 'mail', 'store'],
  },
  sources: {
    holds: 'the adapters for external sites: `platforms/`, `review-sites/`, `search-providers/`; no I/O, no clock',
    mayImport: [...LEAVES, 'version.ts', 'schemas', 'reading'],
  },
  egress: {
    holds: 'the only folder that sends requests to sources, pages and webhooks',
    mayImport: [...LEAVES, 'config', 'shared'],
  },
  oauth: {
    holds: 'OAuth 2.1: rules, clients, consent, tokens',
    mayImport: [...LEAVES, 'accounts', 'credits', 'egress', 'shared', 'store'],
  },
  health: {
    holds:
      'source monitoring: rules, checks, alerts; it sends and stores data only through interfaces that are passed to it',
    mayImport: [...LEAVES, 'schemas', 'egress/egress.ts', 'mail', 'store/types.ts'],
  },
  samples: {
    holds:
      'the sample data for test keys: made-up adverts, employers and pages, and the services that use them; it replaces `egress/`, ' +
      'makes the same address checks and reports the same errors, but sends no requests',
    mayImport: [
      ...LEAVES,
      'schemas',
      'egress/address-guard.ts',
      'egress/egress.ts',
      'egress/renderer.ts',
      'sources',
      'store/types.ts',
      'jobs',
      'reputation',
      'pages',
    ],
  },
  jobs: {
    holds: 'the service behind `scrape_jobs`',
    mayImport: [...LEAVES, 'schemas', 'reading', 'shared', 'sources', 'egress', 'store'],
  },
  reputation: {
    holds: 'the service behind `get_reputation`',
    mayImport: [...LEAVES, 'config', 'schemas', 'reading', 'shared', 'sources', 'egress', 'store'],
  },
  'reputation/match': {
    holds: "the code that compares a name with the requested employer's name",
    mayImport: [...LEAVES, 'schemas', 'reading', 'sources'],
  },
  'reputation/snippet': {
    holds: 'the code that extracts figures from search-result text',
    mayImport: [...LEAVES, 'schemas', 'reading', 'sources', 'reputation/match'],
  },
  'reputation/themes': {
    holds: 'the code that extracts themes from reviews',
    mayImport: [...LEAVES, 'schemas', 'reading', 'sources'],
  },
  pages: { holds: 'the service behind `scrape_url`', mayImport: [...LEAVES, 'reading', 'shared', 'egress'] },
  'saved-searches': {
    holds: 'saved searches, and the delivery of their results by e-mail, webhook and feed',
    mayImport: [...LEAVES, 'schemas', 'accounts', 'credits', 'egress', 'mail', 'store', 'widgets'],
  },
  tools: {
    holds: 'the tools (each with a schema, a price and a short `run` function), idempotency and metering',
    mayImport: [
      ...LEAVES,
      'version.ts',
      'schemas',
      'accounts',
      'credits',
      'store',
      'telemetry',
      'samples',
      'jobs',
      'reputation',
      'pages',
      'widgets',
    ],
  },
  rpc: {
    holds: 'the envelope, the protocol revision, the method table, the error mapping, and SSE',
    mayImport: [...LEAVES, 'schemas', 'accounts', 'credits', 'telemetry', 'tools', 'widgets'],
  },
  stdio: { holds: 'the transport over standard input and output', mayImport: [...LEAVES, 'config', 'rpc'] },
  http: {
    holds: 'the Fastify server: RPC route, authentication, rate limit, health and error handler',
    mayImport: [...LEAVES, 'config', 'accounts', 'credits', 'oauth', 'shared', 'rpc'],
  },
  dashboard: {
    holds: 'the web pages, with their text in both languages',
    mayImport: [
      ...LEAVES,
      'schemas',
      'accounts',
      'credits',
      'docs',
      'health',
      'http',
      'oauth',
      'saved-searches',
      'shared',
      'store',
      'tools',
      'widgets',
    ],
  },
  app: {
    holds:
      'the code that creates all objects once, connects them, and starts and stops the service; `parts/` contains one file per part',
    mayImport: 'all',
  },
  cli: { holds: 'the `jobdata` commands, one file each', mayImport: 'all' },
  'index.ts': {
    holds: 'the entry point of the package, for programs that run the service inside their own process',
    mayImport: ['app'],
  },
  'main.ts': { holds: 'the service entry point', mayImport: ['app', 'config'] },
};

/** These packages and modules reach the network, files or a database. Only the listed folders may import them. */
export const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  fastify: ['http', 'dashboard', 'app'],
  'got-scraping': ['egress'],
  'playwright-core': ['egress'],
  'proxy-chain': ['egress'],
  'better-sqlite3': ['store'],
  pg: ['store'],
  ioredis: ['shared'],
  nodemailer: ['mail'],
  'node:http': ['egress', 'http', 'pages', 'telemetry', 'metrics'],
  'node:https': ['egress', 'telemetry'],
  'node:tls': ['egress'],
  'node:dns': ['egress'],
  'node:dns/promises': ['egress'],
  'node:net': ['egress', 'http', 'app', 'cli'],
  'node:child_process': ['egress', 'lib', 'pages'],
  'node:fs': ['egress', 'lib', 'config', 'docs', 'dashboard', 'jobs', 'store', 'app', 'cli', 'widgets'],
  'node:fs/promises': ['egress', 'lib', 'pages', 'store', 'app', 'cli'],
};

export function architectureRows(): string[][] {
  const code = (name: string): string => `\`${name.includes('.') ? name : `${name}/`}\``;
  return Object.entries(MAY_IMPORT).map(([name, { holds, mayImport }]) => [
    code(name),
    holds,
    mayImport === 'all' ? 'everything' : mayImport.map(code).join(', ') || '–',
  ]);
}
