import type { LogEntry } from './read-line.ts';

/** What lines are wanted; what is absent says nothing. */
export interface LogFilter {
  /** Least level, as pino numbers it. */
  level?: number | undefined;
  room?: string | undefined;
  tool?: string | undefined;
  account?: string | undefined;
  /** A request's id, a receipt's or a trace's. */
  request?: string | undefined;
}

export function isWanted(entry: LogEntry, { level, room, tool, account, request }: LogFilter): boolean {
  if (level !== undefined && entry.level < level) return false;
  const fits = (wanted: string | undefined, ...members: string[]): boolean =>
    wanted === undefined || members.some((name) => entry[name] === wanted);
  return (
    fits(room, 'room') &&
    fits(tool, 'tool') &&
    fits(account, 'accountId') &&
    fits(request, 'requestId', 'reqId', 'receiptId', 'traceId')
  );
}

/** Nothing is left out but by who wants it so: other lines go with no filter at all. */
export function isOpen(filter: LogFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}
