import { oauthFault, type OAuthSettings } from './oauth.ts';
import { readSecretFiles } from './secret-files.ts';
import { TABLE, type ParsedSetting, type Setting } from './settings.ts';
import { BadSetting, decoded, optional, webAddress } from './values.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

type Table = typeof TABLE;

export type Config = Readonly<
  { [Name in keyof Table]: Table[Name] extends ParsedSetting<infer T> ? T : never } & {
    /** Proxy addresses by country code: `FR` has the value of EGRESS_PROXY_FR. */
    egressProxies: Readonly<Record<string, string>>;
    /** Values of the settings that platforms declare, by name. Unset settings are absent. */
    platformSettings: Readonly<Record<string, string>>;
  }
>;

interface DeclaredSetting {
  name: string;
  meaning: string;
  secret?: boolean;
  isAddress?: boolean;
}

export const SETTINGS: readonly Setting[] = Object.values(TABLE);

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  readonly valid: Partial<Config>;
  constructor(faults: readonly string[], valid: Partial<Config> = {}) {
    super(faults.join('\n'));
    this.faults = faults;
    this.valid = valid;
  }
}

/**
 * Returns every secret in the settings, including passwords in addresses. All settings of platforms and all addresses
 * of proxies by country count as secrets.
 */
export function secretsOf(config: Config): string[] {
  const values = [
    ...(Object.entries(TABLE) as [keyof Table, Setting][]).flatMap(([name, { secret }]) =>
      secret ? [config[name]] : [],
    ),
    config.platformSettings,
    config.egressProxies,
  ];
  return values.flatMap(textsOf).flatMap((text) => {
    const password = canParseUrl(text) ? new URL(text).password : '';
    return password === '' ? [text] : [text, password, decoded(password) ?? password];
  });
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const GEO_PROXY = /^EGRESS_PROXY_([A-Z]{2})$/i;
const GEO_PROXY_FILE = /^(EGRESS_PROXY_[A-Z]{2})_FILE$/i;

/**
 * Reads the service's settings and those in `declared`; secrets may also be in files (NAME_FILE). Throws ConfigError.
 */
export function readConfig(environment: NodeJS.ProcessEnv, declared: readonly DeclaredSetting[] = []): Config {
  const { env, faults } = readSecretFiles(environment, [
    ...[...SETTINGS, ...declared].filter(({ secret }) => secret).map(({ name }) => name),
    ...Object.keys(environment).flatMap((name) => GEO_PROXY_FILE.exec(name)?.[1] ?? []),
  ]);
  const values: Record<string, unknown> = {};
  const attempt = <T>(entry: Pick<ParsedSetting<T>, 'name' | 'parse'>, raw: string): T | undefined => {
    try {
      return entry.parse(raw);
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error;
      faults.push(`${entry.name} ${error.message}.`);
      return undefined;
    }
  };
  for (const [name, entry] of Object.entries(TABLE) as [string, ParsedSetting<unknown>][]) {
    values[name] = attempt(entry, env[entry.name]?.trim() || entry.default);
  }
  const egressProxies: Record<string, string> = {};
  for (const [name, raw] of Object.entries(env)) {
    const geo = GEO_PROXY.exec(name)?.[1];
    if (!geo || !raw?.trim()) continue;
    const address = attempt({ name, parse: webAddress('http:', 'https:') }, raw.trim());
    if (address) egressProxies[geo.toUpperCase()] = address;
  }
  const platformSettings: Record<string, string> = {};
  for (const { name, isAddress } of declared) {
    const value = attempt({ name, parse: isAddress ? webAddress('https:') : optional }, env[name]?.trim() || '');
    if (value) platformSettings[name] = value;
  }
  if (values['smtpUrl'] && values['publicUrl'] === null) {
    faults.push('SMTP_URL needs PUBLIC_URL: links in mails lead there.');
  }
  if ((values['alertMail'] as string[] | undefined)?.length && !values['smtpUrl']) {
    faults.push('ALERT_MAIL needs SMTP_URL: the server that sends mails.');
  }
  if (values['alertWebhookSecret'] && values['alertWebhookUrl'] === null) {
    faults.push('ALERT_WEBHOOK_SECRET needs ALERT_WEBHOOK_URL: nothing else is signed with it.');
  }
  if ((values['databaseUrl'] === null) !== (values['redisUrl'] === null)) {
    faults.push(
      values['redisUrl'] === null
        ? 'DATABASE_URL needs REDIS_URL: replicas share rate limits and pages there.'
        : 'REDIS_URL needs DATABASE_URL: one process alone needs neither.',
    );
  }
  const noOAuth = oauthFault(values as unknown as OAuthSettings);
  if (noOAuth !== undefined) faults.push(noOAuth);
  if (faults.length > 0) throw new ConfigError(faults, values as Partial<Config>);
  return Object.freeze({
    ...values,
    egressProxies: Object.freeze(egressProxies),
    platformSettings: Object.freeze(platformSettings),
  }) as Config;
}
