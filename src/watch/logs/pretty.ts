import { prettyFactory, type PrettyOptions } from 'pino-pretty';
import type { LogEntry } from './read-line.ts';

/** Of a call, what its sentence says already. */
const IN_SENTENCE = ['tool', 'outcome', 'cost', 'ms'];
const IN_EVERY = ['room', 'pid', 'hostname'];

/** Turns lines of the log into lines for people, each with its line end. */
export function createPretty(options: { colour: boolean; utc: boolean }): (entry: LogEntry) => string {
  const common: PrettyOptions = {
    colorize: options.colour,
    singleLine: true,
    translateTime: `${options.utc ? 'UTC' : 'SYS'}:yyyy-mm-dd HH:MM:ss.l`,
    messageFormat: (log) => sentenceOf(log as LogEntry),
  };
  const plain = prettyFactory({ ...common, ignore: IN_EVERY.join(',') });
  const call = prettyFactory({ ...common, ignore: [...IN_EVERY, ...IN_SENTENCE].join(',') });
  return (entry) => {
    try {
      return (isCall(entry) ? call(entry) : plain(entry)) ?? '';
    } catch {
      // Of members that are of other kinds than ours the library makes nothing: they are shown as they are.
      return `${JSON.stringify(entry)}\n`;
    }
  };
}

function isCall({ msg, tool, outcome }: LogEntry): boolean {
  return msg === 'call' && typeof tool === 'string' && typeof outcome === 'string';
}

function sentenceOf(entry: LogEntry): string {
  const { msg, room, tool, outcome, cost, ms } = entry;
  const head = typeof room === 'string' ? `${room}: ` : '';
  if (!isCall(entry)) return head + textOf(msg);
  const charged = typeof cost === 'number' && cost > 0 ? `, ${cost} ${cost === 1 ? 'credit' : 'credits'}` : '';
  return `${head}${String(tool)} ${String(outcome)}${charged}, ${textOf(ms)} ms`;
}

/** Of a member that may be of any kind in lines that others wrote. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '');
}
