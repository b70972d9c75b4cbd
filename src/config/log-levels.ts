import { BadSetting, list } from './values.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LEVELS)[number];

export const LOG_COMPONENTS = [
  'calls',
  'jobs',
  'reputation',
  'pages',
  'egress',
  'ledger',
  'http',
  'dashboard',
  'samples',
  'background',
  'telemetry',
  'health',
  'oauth',
] as const;

const FORMER_NAMES: ReadonlyMap<string, LogComponent> = new Map([['upkeep', 'background']]);

export type LogComponent = (typeof LOG_COMPONENTS)[number];

export interface LogLevels {
  all: LogLevel;
  components: Readonly<Partial<Record<LogComponent, LogLevel>>>;
}

/**
 * Parses a text such as `info` or `info,egress=debug`. If the text sets no level for all components, that level is
 * `info`.
 */
export function logLevels(value: string): LogLevels {
  let all: LogLevel | undefined;
  const components: Partial<Record<LogComponent, LogLevel>> = {};
  for (const item of list(value.toLowerCase())) {
    const [given = '', level, ...rest] = item.split('=').map((part) => part.trim());
    const name = FORMER_NAMES.get(given) ?? given;
    if (level === undefined) {
      if (all !== undefined) throw new BadSetting(`sets two levels for all components, ${all} and ${name}`);
      all = requireLevel(name);
      continue;
    }
    if (!isComponent(name) || rest.length > 0)
      throw new BadSetting(`names an unknown component "${name}"; components: ${LOG_COMPONENTS.join(', ')}`);
    if (components[name] !== undefined) throw new BadSetting(`sets two levels for the component ${name}`);
    components[name] = requireLevel(level);
  }
  return Object.freeze({ all: all ?? 'info', components: Object.freeze(components) });
}

function isComponent(name: string): name is LogComponent {
  return LOG_COMPONENTS.includes(name as LogComponent);
}

function requireLevel(name: string): LogLevel {
  if (LEVELS.includes(name as LogLevel)) return name as LogLevel;
  throw new BadSetting(
    `must be one of ${LEVELS.join(', ')}, optionally followed by component=level; "${name}" is not a level`,
  );
}
