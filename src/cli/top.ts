import { UsageError } from '../errors.ts';
import { localUrl } from '../lib/local-url.ts';
import { draw, type View } from '../watch/top/draw.ts';
import { readMetrics } from '../watch/top/read-metrics.ts';
import { watchService } from '../watch/top/watch-service.ts';
import { configOf, text, type Command, type Given, type Screen } from './command.ts';

const EVERY_SECONDS = 2;
const LONGEST_SECONDS = 3_600;
/** The other screen, without a cursor; and back. */
const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const END_OF_LINE = '\u001b[K\r\n';
const REST = '\u001b[J';

export const top: Command = {
  name: 'top',
  summary: 'Watch a running service: calls, sources, pools, memory.',
  usage: '[--url URL] [--every SECONDS] [--once]',
  details: `Reads /metrics of the service on this machine (HOST and PORT), or of --url, with METRICS_TOKEN where it is set, every ${EVERY_SECONDS} seconds. q or Ctrl-C ends. With --once, and where standard output is no terminal, it prints one look as plain lines: rates and times are then those since the service's start.`,
  options: { url: { type: 'string' }, every: { type: 'string' }, once: { type: 'boolean' } },
  run: async (given) => {
    const { terminal, values } = given;
    const config = configOf(given);
    const url = metricsUrl(text(given, 'url') ?? localUrl(config.host, config.port));
    const everySeconds = secondsOf(given);
    const { screen } = terminal;
    const read = (): ReturnType<typeof readMetrics> => readMetrics(url, config.metricsToken);
    const shared = { url: url.origin, read, now: () => (terminal.overrides?.clock ?? Date).now() };
    if (screen === undefined || values['once'] === true) {
      const answered = await watchService({
        ...shared,
        ticks: once(),
        everySeconds: undefined,
        show: (view) =>
          (view.away ? terminal.stderr : terminal.stdout)(`${draw(view, screen?.columns() ?? Infinity).join('\n')}\n`),
      });
      return answered ? 0 : 1;
    }
    await watchLive(given, screen, { ...shared, everySeconds });
    return 0;
  },
};

/** Until q, Ctrl-C or a signal; the terminal is as it was then. */
async function watchLive(
  { terminal }: Given,
  screen: Screen,
  options: Omit<Parameters<typeof watchService>[0], 'ticks' | 'show'> & { everySeconds: number },
): Promise<void> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const release = screen.keys((key) => {
    if (key === 'q' || key === 'Q' || key === '\u0003') end();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  const show = (view: View): void => {
    if (ended.signal.aborted) return;
    // The last line has no end: the terminal would scroll.
    const lines = draw(view, screen.columns(), screen.rows());
    terminal.stdout(`${HOME}${lines.join(END_OF_LINE)}\u001b[K${REST}`);
  };
  terminal.stdout(ENTER);
  try {
    await watchService({ ...options, ticks: screen.ticks(options.everySeconds * 1_000, ended.signal), show });
  } finally {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.off(signal, end);
    release();
    terminal.stdout(LEAVE);
  }
}

async function* once(): AsyncGenerator<void> {
  yield;
}

function secondsOf(given: Given): number {
  const value = text(given, 'every');
  if (value === undefined) return EVERY_SECONDS;
  const seconds = Number(value.replace(/s$/, ''));
  if (/^\d+s?$/.test(value) && seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new UsageError(`--every is a number of seconds from 1 to ${LONGEST_SECONDS}.`);
}

function metricsUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError(
      '--url is the address of a service, such as https://jobs.example.com; its token goes in METRICS_TOKEN.',
    );
  // Whichever of its addresses is at hand.
  url.pathname = '/metrics';
  url.search = '';
  url.hash = '';
  return url;
}
