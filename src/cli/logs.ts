import { createReadStream } from 'node:fs';
import { LEVELS } from '../config/log-levels.ts';
import { readLines, TOO_LONG } from '../stdio/lines.ts';
import { isOpen, isWanted, type LogFilter } from '../watch/logs/filter.ts';
import { readLogLine, type LogEntry } from '../watch/logs/read-line.ts';
import { requireOneOf, text, type Command, type Given } from './command.ts';

const MAXIMUM_BYTES = 4 * 1024 * 1024;
/** pino's numbers: ten for each step from trace on. */
const STEP = 10;

export const logs: Command = {
  name: 'logs',
  summary: "Print the service's log for people to read.",
  usage: '[FILE | -] [--level LEVEL] [--room ROOM] [--tool TOOL] [--account ID] [--request ID] [--utc]',
  details: `Reads JSON lines from FILE, or from standard input: jobdata logs service.log, journalctl -u jobdata -f | jobdata logs, docker compose logs -f | jobdata logs. What journald and Docker put before a line is left out.
--level is the least one shown: ${LEVELS.slice(0, -1).join(', ')}. --request takes the id of a request, a receipt or a trace, --account that of an account. Lines that are not the service's are passed on, without what a terminal would act on; with a filter they are left out.`,
  options: {
    level: { type: 'string' },
    room: { type: 'string' },
    tool: { type: 'string' },
    account: { type: 'string' },
    request: { type: 'string' },
    utc: { type: 'boolean' },
  },
  words: 1,
  run: async (given) => {
    const { terminal, values, positionals } = given;
    const filter = filterOf(given);
    // Not before it is needed: no other command prints logs.
    const { createPretty } = await import('../watch/logs/pretty.ts');
    const colour = terminal.screen !== undefined && !terminal.env['NO_COLOR'];
    const pretty = createPretty({ colour, utc: values['utc'] === true });
    const [file = '-'] = positionals;
    for await (const line of readLines(file === '-' ? terminal.stdin : openFile(file), MAXIMUM_BYTES)) {
      if (line === TOO_LONG) terminal.stderr(`A line of more than ${MAXIMUM_BYTES} bytes was left out.\n`);
      else show(line.toString('utf8'), filter, pretty, terminal.stdout);
    }
  },
};

function show(
  line: string,
  filter: LogFilter,
  pretty: (entry: LogEntry) => string,
  print: (text: string) => void,
): void {
  if (line.trim() === '') return;
  const entry = readLogLine(line);
  if (typeof entry === 'string') {
    if (isOpen(filter)) print(`${entry.trimEnd()}\n`);
  } else if (isWanted(entry, filter)) print(pretty(entry));
}

function filterOf(given: Given): LogFilter {
  const level = text(given, 'level')?.toLowerCase();
  return {
    level: level === undefined ? undefined : STEP * (1 + LEVELS.indexOf(requireOneOf(level, LEVELS, '--level'))),
    room: text(given, 'room'),
    tool: text(given, 'tool'),
    account: text(given, 'account'),
    request: text(given, 'request'),
  };
}

/** An Error with a sentence where it cannot be read. */
async function* openFile(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const piece of createReadStream(path)) yield piece as Buffer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'ENOENT'
        ? `There is no file "${path}".`
        : code === 'EISDIR'
          ? `"${path}" is a folder, not a file.`
          : `The file "${path}" cannot be read (${code ?? 'unknown error'}).`,
      { cause: error },
    );
  }
}
