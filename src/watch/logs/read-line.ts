import { stripInvisible } from '../../lib/hidden-text.ts';

/** A line of the service's log. */
export type LogEntry = Record<string, unknown> & { level: number };

/** Before the line, as log drivers put it there: a name, a host, a time. */
const LONGEST_PREFIX = 200;
const MAXIMUM_DEPTH = 8;
/** What errors have lines of. */
const STACK = 'stack';

/**
 * A line as it was logged, without what a log driver put around it; one that is
 * none of the service's as a text that may be shown on a terminal.
 */
export function readLogLine(line: string): LogEntry | string {
  const at = line.indexOf('{');
  if (at < 0 || at > LONGEST_PREFIX) return cleanText(line);
  const value = parse(line.slice(at));
  const inner = unwrap(value);
  if (inner !== undefined) return readLogLine(inner);
  if (value === undefined || typeof value['level'] !== 'number') return cleanText(line);
  return clean(value, 0) as LogEntry;
}

function cleanText(line: string): string {
  return stripInvisible(withoutSequences(line)).replace(/[\r\n]+/g, ' ');
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The line inside an entry of journald (`-o json`), which gives bytes where there is a strange one, or of Docker's files. */
function unwrap(value: Record<string, unknown> | undefined): string | undefined {
  if (value === undefined || 'level' in value) return undefined;
  const { MESSAGE: message, log } = value;
  if (typeof message === 'string') return message;
  if (Array.isArray(message)) return Buffer.from(message as number[]).toString('utf8');
  return typeof log === 'string' ? log : undefined;
}

/** Every text as it may be shown: what is logged may quote others. A stack keeps its lines. */
function clean(value: unknown, depth: number, name = ''): unknown {
  if (typeof value === 'string') {
    const text = stripInvisible(withoutSequences(value));
    return name === STACK ? text : text.replace(/[\r\n]+/g, ' ');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAXIMUM_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [cleanText(key), clean(member, depth + 1, key)]),
  );
}

/** Terminals act on what follows an escape: with it goes all that belongs to it. */
function withoutSequences(text: string): string {
  return text
    .replace(
      /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?/g,
      '',
    )
    .replace(/(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?/g, '')
    .replace(/\u001b[ -/]*[0-~]?/g, '');
}
