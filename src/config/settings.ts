import { DAY_MS, MINUTE_MS } from '../lib/clock.ts';
import { LOG_COMPONENTS, logLevels } from './log-levels.ts';
import { hostNames } from './oauth.ts';
import {
  collector,
  contactLink,
  currency,
  duration,
  endpoint,
  file,
  headers,
  hostPorts,
  integer,
  list,
  mailboxes,
  oneOf,
  optional,
  orNull,
  origins,
  otlpProtocol,
  proxies,
  redisAddress,
  registration,
  share,
  text,
  title,
  titledLinks,
  webAddress,
  webOrigin,
} from './values.ts';

/**
 * One setting of the service. The documentation's table of settings and `.env.example` are generated from these
 * objects.
 */
export interface Setting {
  name: string;
  /** The text that is parsed if the setting is unset; "" if there is no default. */
  default: string;
  meaning: string;
  secret?: boolean;
}

export interface ParsedSetting<T> extends Setting {
  parse(text: string): T;
}

function setting<T>(
  name: string,
  parse: (value: string) => T,
  defaultText: string,
  meaning: string,
  secret = false,
): ParsedSetting<T> {
  return { name, parse, default: defaultText, meaning, ...(secret ? { secret } : {}) };
}

export const TABLE = {
  host: setting('HOST', text, '127.0.0.1', 'Address to listen on; 0.0.0.0 means all of the machine’s addresses.'),
  port: setting('PORT', integer(0, 65_535), '8080', 'Port to listen on; 0 means any free port.'),
  publicUrl: setting(
    'PUBLIC_URL',
    webOrigin,
    '',
    'Public origin of the service, e.g. https://jobs.example.com, without a path.',
  ),
  allowedOrigins: setting(
    'ALLOWED_ORIGINS',
    origins,
    '',
    'Origins whose web pages may call /mcp, comma-separated; loopback origins are always allowed.',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    proxies,
    '',
    'Proxies whose X-Forwarded-For is trusted: addresses and networks, e.g. 127.0.0.1, 10.0.0.0/8. Needed behind a proxy or a load balancer.',
  ),
  drainWaitMs: setting(
    'DRAIN_WAIT_MS',
    orNull(integer(0, 600_000)),
    '',
    'How long /readyz returns 503 before the listener closes, in milliseconds. The default is 5000 with DATABASE_URL or without a terminal, and otherwise 0.',
  ),
  dataDir: setting('DATA_DIR', text, './data', 'Folder for the database; not used with DATABASE_URL.'),
  databaseUrl: setting(
    'DATABASE_URL',
    webAddress('postgres:', 'postgresql:'),
    '',
    'PostgreSQL database instead of SQLite, for several replicas: postgres://user:password@host/database. Needs REDIS_URL.',
    true,
  ),
  redisUrl: setting(
    'REDIS_URL',
    redisAddress,
    '',
    'Redis or Valkey server for data that replicas share but can afford to lose: redis://:password@host:6379. Needs DATABASE_URL.',
    true,
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    integer(2, 100),
    '5',
    'Maximum number of connections from one replica to PostgreSQL, not counting the two that are reserved for charges and for the lease.',
  ),
  leaseSeconds: setting(
    'LEASE_SECONDS',
    integer(2, 300),
    '15',
    'How many seconds a replica may be silent before it counts as dead and its reservations are released.',
  ),
  backupDir: setting(
    'BACKUP_DIR',
    optional,
    '',
    'Folder for the copy of the database that is made before a migration; if unset, the folder of the database.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    logLevels,
    'info',
    `Minimum log level: trace, debug, info, warn, error, fatal or silent; a component can have its own level, as in info,egress=debug. Components: ${LOG_COMPONENTS.join(', ')}.`,
  ),
  platforms: setting(
    'PLATFORMS',
    list,
    '',
    'Platforms to offer: a list of codes, or changes to the default such as +hellowork,-reed.',
  ),
  plansFile: setting(
    'PLANS_FILE',
    file,
    '',
    'JSON file with plans that replace the default plans; it can include monthly prices.',
  ),
  aliasesFile: setting(
    'ALIASES_FILE',
    file,
    '',
    'JSON file that lists names that belong to the same company, and pairs of names that belong to different companies.',
  ),
  jobsCacheSeconds: setting(
    'JOBS_CACHE_SECONDS',
    integer(0, 604_800),
    '3600',
    "How long a platform's answer to a search stays in the cache, in seconds.",
  ),
  callDeadlineMs: setting(
    'CALL_DEADLINE_MS',
    integer(1_000, 300_000),
    '45000',
    'Maximum duration of a tool call, in milliseconds.',
  ),
  scrapeUrlsPerAccount: setting(
    'SCRAPE_URLS_PER_ACCOUNT',
    integer(1, 100),
    '5',
    'How many addresses sent to scrape_url are processed at a time for one account; further addresses wait their turn.',
  ),
  retentionDays: setting(
    'RETENTION_DAYS',
    integer(1, 3_650),
    '90',
    'How many days the service keeps ended sessions, the call log of past months, the list of changes to each account, and deliveries of saved searches.',
  ),
  registration: setting(
    'REGISTRATION',
    registration,
    'open',
    'Who may register in the browser: open (everybody), closed (nobody), or a list of e-mail domains.',
  ),
  oauth: setting(
    'OAUTH',
    oneOf('auto', 'on', 'off'),
    'auto',
    'Whether people can log in from claude.ai, ChatGPT and other clients (OAuth 2.1): auto (if PUBLIC_URL is HTTPS), on (also over HTTP on this machine, for development) or off.',
  ),
  oauthClientHosts: setting(
    'OAUTH_CLIENT_HOSTS',
    hostNames,
    '',
    'Hosts whose client metadata documents are accepted, comma-separated, e.g. claude.ai, chatgpt.com; if unset, all hosts are accepted.',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    webAddress('smtp:', 'smtps:'),
    '',
    'Mail server for confirmations, password resets, alerts and saved searches; ?from=address sets the sender. Needs PUBLIC_URL.',
    true,
  ),
  planContactText: setting(
    'PLAN_CONTACT_TEXT',
    optional,
    '',
    'Sentence on the Plan page that says how to ask for another plan.',
  ),
  planContactUrl: setting(
    'PLAN_CONTACT_URL',
    contactLink,
    '',
    'Link on the Plan page to ask for another plan: a web address or mailto:address.',
  ),
  serviceName: setting(
    'SERVICE_NAME',
    title(60),
    'Job Data',
    'Name of the service in page titles, e-mails, authenticator apps and MCP clients.',
  ),
  logoText: setting('LOGO_TEXT', title(40), '', 'Text at the top of every page; if unset, the name of the service.'),
  serviceContact: setting(
    'SERVICE_CONTACT',
    contactLink,
    '',
    'Contact link at the foot of every page: a web address or mailto:address.',
  ),
  legalLinks: setting(
    'LEGAL_LINKS',
    titledLinks,
    '',
    'Links at the foot of every page: Terms=https://…, Privacy=https://…; a vertical bar separates an English title from a French one, as in Terms|Conditions=https://….',
  ),
  currency: setting('CURRENCY', currency, 'EUR', 'Currency of plan prices, as a three-letter code.'),
  metricsToken: setting(
    'METRICS_TOKEN',
    optional,
    '',
    'Bearer token for /metrics. If unset, only programs on the same machine can read /metrics; if PUBLIC_URL or TRUST_PROXY shows that the service is behind a proxy, nobody can.',
    true,
  ),
  doctorIntervalMs: setting(
    'DOCTOR_INTERVAL',
    duration(5 * MINUTE_MS, DAY_MS),
    'off',
    'How often each source is checked, from 5m to 24h, e.g. 15m or 1h; off means never. An API that allows few calls is checked less often.',
  ),
  alertMail: setting(
    'ALERT_MAIL',
    mailboxes,
    '',
    'E-mail addresses, comma-separated, to notify when a source blocks requests, changes its pages, states a field much less often or recovers. Needs SMTP_URL.',
  ),
  alertWebhookUrl: setting(
    'ALERT_WEBHOOK_URL',
    endpoint,
    '',
    'Address to which alerts about sources are posted as JSON; the address may be private.',
    true,
  ),
  alertWebhookSecret: setting(
    'ALERT_WEBHOOK_SECRET',
    optional,
    '',
    'Key that signs posts to ALERT_WEBHOOK_URL (HMAC-SHA256, as in Standard Webhooks).',
    true,
  ),
  statusPage: setting('STATUS_PAGE', oneOf('on', 'off'), 'on', 'Whether /status shows everybody which sources work.'),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    collector,
    '',
    'Base address of an OpenTelemetry collector that accepts OTLP over HTTP, e.g. http://127.0.0.1:4318; if unset, no traces are sent.',
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headers,
    '',
    'Headers that the collector needs: name=value, comma-separated.',
    true,
  ),
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    otlpProtocol,
    'http/json',
    'Collector protocol; only http/json is supported.',
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', title(60), 'jobdata', 'Name of the service in traces.'),
  otelRatio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    share,
    '1',
    "Share of calls to trace, from 0 to 1; for a call that belongs to a caller's trace, the caller decides.",
  ),
  egressProxy: setting(
    'EGRESS_PROXY',
    webAddress('http:', 'https:'),
    '',
    'HTTP proxy for outbound web requests, except traces and requests to private addresses. EGRESS_PROXY_<GEO> with a two-letter code, e.g. EGRESS_PROXY_FR, sets the proxy for one country.',
    true,
  ),
  egressCaFile: setting(
    'EGRESS_CA_FILE',
    file,
    '',
    'PEM file of an extra certificate authority for outbound traffic, including the browser’s.',
  ),
  egressAllow: setting(
    'EGRESS_ALLOW',
    hostPorts,
    '',
    'Private addresses that the service is allowed to reach: host:port, comma-separated.',
  ),
  robotsTxt: setting(
    'ROBOTS_TXT',
    oneOf('platforms', 'all', 'off'),
    'platforms',
    'Where robots.txt is respected: platforms (job platforms, review sites and DuckDuckGo), all (scrape_url too) or off (nowhere). Platforms named in PLATFORMS and providers named in SEARCH_PROVIDERS are exempt.',
  ),
  chromiumPath: setting(
    'CHROMIUM_PATH',
    optional,
    '',
    'Path of the browser that renders pages; if unset, the service looks in the usual places.',
  ),
  browserWsEndpoint: setting(
    'BROWSER_WS_ENDPOINT',
    webAddress('ws:', 'wss:'),
    '',
    'Address of a remote browser that renders pages, instead of a browser on this machine.',
    true,
  ),
  searchProviders: setting(
    'SEARCH_PROVIDERS',
    list,
    '',
    'Search providers in order of preference: searxng, brave, serper, duckduckgo.',
  ),
  searxngUrl: setting(
    'SEARXNG_URL',
    webAddress('http:', 'https:'),
    '',
    'Address of a SearXNG server that has JSON output enabled.',
  ),
  braveApiKey: setting('BRAVE_API_KEY', optional, '', 'Key for the Brave Search API.', true),
  serperApiKey: setting('SERPER_API_KEY', optional, '', 'Key for the Serper API.', true),
  openaiBaseUrl: setting(
    'OPENAI_BASE_URL',
    webAddress('http:', 'https:'),
    '',
    'OpenAI-compatible endpoint for extracting insights, e.g. http://127.0.0.1:11434/v1.',
  ),
  openaiApiKey: setting('OPENAI_API_KEY', optional, '', 'Key for the endpoint in OPENAI_BASE_URL.', true),
  openaiModel: setting('OPENAI_MODEL', optional, '', 'Name of the model at the endpoint in OPENAI_BASE_URL.'),
};
