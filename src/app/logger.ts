import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';

/** Lines are written together once they are so long, or have waited so long. */
const CHARACTERS = 8_192;
const WAIT_MS = 500;

/** The service's log: JSON lines on standard output. */
export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      // Nothing secret is passed to the log; these stand guard over what a fault may carry along.
      redact: ['req.headers', 'authorization', 'password', 'apiKey'],
    },
    createLines(),
  );
}

/**
 * Standard output, a chunk of lines at a time. One write a line would cost
 * more than the call that the line reports; and pino's own buffer counts the
 * bytes of all that waits in it at each further line, which is quadratic.
 */
function createLines(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false });
  let waiting: string[] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (characters === 0) return;
    output.write(waiting.join(''));
    waiting = [];
    characters = 0;
  }
  process.once('exit', () => {
    flush();
    output.flushSync();
  });
  return {
    write: (line) => {
      waiting.push(line);
      characters += line.length;
      if (characters >= CHARACTERS) flush();
      else timer ??= setTimeout(flush, WAIT_MS).unref();
    },
  };
}
