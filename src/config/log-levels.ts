import { BadSetting, list } from './values.ts';

export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LEVELS)[number];

/** Parts of the service whose log has a level of its own. */
export const LOG_ROOMS = [
  'calls',
  'jobs',
  'reputation',
  'pages',
  'egress',
  'ledger',
  'http',
  'dashboard',
  'samples',
  'upkeep',
  'telemetry',
  'health',
  'oauth',
] as const;

export type LogRoom = (typeof LOG_ROOMS)[number];

/** The least level that is logged: of all rooms, and of those that differ. */
export interface LogLevels {
  all: LogLevel;
  rooms: Readonly<Partial<Record<LogRoom, LogLevel>>>;
}

/** `info`, or `info,egress=debug,calls=warn`; the level of all is `info` where none stands alone. */
export function logLevels(value: string): LogLevels {
  let all: LogLevel | undefined;
  const rooms: Partial<Record<LogRoom, LogLevel>> = {};
  for (const item of list(value.toLowerCase())) {
    const [name = '', level, ...rest] = item.split('=').map((part) => part.trim());
    if (level === undefined) {
      if (all !== undefined) throw new BadSetting(`names two levels for all rooms, ${all} and ${name}`);
      all = requireLevel(name);
      continue;
    }
    if (!isRoom(name) || rest.length > 0)
      throw new BadSetting(`names the room "${name}", which there is not; rooms: ${LOG_ROOMS.join(', ')}`);
    if (rooms[name] !== undefined) throw new BadSetting(`names two levels for the room ${name}`);
    rooms[name] = requireLevel(level);
  }
  return Object.freeze({ all: all ?? 'info', rooms: Object.freeze(rooms) });
}

function isRoom(name: string): name is LogRoom {
  return LOG_ROOMS.includes(name as LogRoom);
}

function requireLevel(name: string): LogLevel {
  if (LEVELS.includes(name as LogLevel)) return name as LogLevel;
  throw new BadSetting(`must be one of ${LEVELS.join(', ')}, and perhaps room=level after it; "${name}" is no level`);
}
