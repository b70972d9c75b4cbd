import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallerTarget, CallerTimes } from './lib/caller.ts';
import { HOSTILE_NAMES, LARGE_PDF, PLAIN_PAGE } from './lib/hostile-site.ts';
import { post, processesBelow, residentMegabytes, rpc, sharedMegabytes, start, stop } from './lib/processes.ts';

const DURATION_MS = 60_000;
/** For comparison, the service is first measured without attackers for this long. */
const BEFORE_MS = 10_000;
/** The plans of the attackers and of the `ping` callers allow no shorter interval. */
const ATTACK_EVERY_MS = 6_000;
const PING_EVERY_MS = 510;
const WATCHING = ['power', 'power', 'power', 'power'];
const SAMPLE_EVERY_MS = 100;

/**
 * Two trial accounts attack with large PDFs, endless scripts, slow hosts and hostile pages, while a paying account
 * reads pages and others call `ping`. An idle service gets the same `ping`, to show which part of the wait is due to
 * the machine.
 */
export async function run(): Promise<void> {
  const site = await start('hostile');
  const plans = ['power', 'free_trial', 'free_trial', ...WATCHING];
  const service = await start('scraping', { allowed: `127.0.0.1:${site.port}`, plans });
  const [paying, first, second, ...watching] = service.apiKeys as [string, string, string, ...string[]];
  const idle = await start('scraping', { allowed: '', plans: WATCHING });
  const targets: CallerTarget[] = [
    { port: service.port, apiKeys: watching },
    { port: idle.port, apiKeys: idle.apiKeys ?? [] },
  ];
  const caller = await start('caller', { targets, everyMs: PING_EVERY_MS });
  const pings = async (): Promise<number[][]> => {
    const message = once(caller.child, 'message');
    caller.child.send('times');
    const [{ times }] = (await message) as [CallerTimes];
    return times;
  };
  const at = (path: string): string => `http://127.0.0.1:${site.port}${path}`;
  const numbered = (name: string): string => at(`/${HOSTILE_NAMES.indexOf(name)}`);
  const distinct = (url: string): string[] => Array.from({ length: 5 }, () => `${url}?${Math.random()}`);
  const attacks: (() => [urls: string[], javascript: boolean])[] = [
    () => [distinct(at(LARGE_PDF)), false],
    () => [distinct(numbered('script: for(;;){}')), true],
    () => [distinct(at(LARGE_PDF)), true],
    () => [distinct(numbered('no answer at all')), false],
    () => [distinct(numbered('script: a typed-array bomb')), true],
    () => [distinct(numbered('10 MB of one word')), false],
    () => [distinct(numbered('a gzip bomb of 200 MB')), false],
    () => [distinct(numbered('a drip')), true],
    () => [distinct(numbered('script: two million nodes')), true],
    () => [distinct(numbered('a table of 20,000 rows')), false],
  ];
  let endsAt = 0;
  const going = (): boolean => performance.now() < endsAt;
  const outcomes = new Map<string, number>();
  const call = async (apiKey: string, urls: readonly string[], javascript: boolean): Promise<void> => {
    const answer = await post(service, rpc('scrape_url', { urls, use_javascript: javascript }), apiKey);
    const outcome = answer.error ? answer.error.message.slice(0, 60) : 'delivered';
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  const attack = async (apiKey: string, from: number): Promise<void> => {
    const calls: Promise<void>[] = [];
    for (let turn = from; going(); turn += 1) {
      const [urls, javascript] = (attacks[turn % attacks.length] as (typeof attacks)[number])();
      calls.push(call(apiKey, urls, javascript));
      await delay(ATTACK_EVERY_MS);
    }
    await Promise.all(calls);
  };
  let times: Record<'plain' | 'rendered', number[]> = { plain: [], rendered: [] };
  const failed: string[] = [];
  const read = async (): Promise<void> => {
    for (let javascript = false; going(); javascript = !javascript) {
      const startedAt = performance.now();
      const url = `${at(PLAIN_PAGE)}?${Math.random()}`;
      const answer = await post(service, rpc('scrape_url', { urls: [url], use_javascript: javascript }), paying);
      if (answer.error) failed.push(answer.error.message.split('?').at(-1) ?? '');
      times[javascript ? 'rendered' : 'plain'].push(performance.now() - startedAt);
      await delay(Math.max(0, 500 - (performance.now() - startedAt)));
    }
  };
  const printTimes = async (when: string): Promise<void> => {
    const [own = [], beside = []] = await pings();
    row(`${when}: the paying account's plain page`, summary(times.plain));
    row(`${when}: … its rendered page`, summary(times.rendered));
    row(`${when}: … of both, not delivered`, [failed.length, ...failed].join('; '));
    row(`${when}: ping`, summary(own));
    row(`${when}: ping of a service beside it with nothing to do`, summary(beside));
    times = { plain: [], rendered: [] };
    failed.length = 0;
  };
  await call(paying, [at(PLAIN_PAGE)], true);
  endsAt = performance.now() + BEFORE_MS;
  await pings();
  await read();
  await printTimes('alone');
  endsAt = performance.now() + DURATION_MS;
  const pid = service.child.pid as number;
  const largest = { service: 0, loading: 0, both: 0, bothShared: 0, below: 0 };
  const note = (what: keyof typeof largest, megabytes: number): void => {
    largest[what] = Math.max(largest[what], megabytes);
  };
  const sample = setInterval(() => {
    const own = residentMegabytes(pid);
    const loading = processesBelow(pid, 'page-process');
    note('service', own);
    note('loading', loading.megabytes);
    note('both', own + loading.megabytes);
    note(
      'bothShared',
      [pid, ...loading.pids].reduce((sum, each) => sum + sharedMegabytes(each), 0),
    );
    note('below', processesBelow(pid).megabytes);
  }, SAMPLE_EVERY_MS);
  await Promise.all([attack(first, 0), attack(second, 1), read()]);
  clearInterval(sample);
  await printTimes('attacked');
  row('largest resident MB of the service', String(largest.service));
  row('… of its process that loads pages', String(largest.loading));
  row('… of both at one moment', String(largest.both));
  row('… of both at one moment, what they share counted once (PSS)', String(largest.bothShared));
  row('… of all its processes', String(largest.below));
  for (const [outcome, count] of outcomes) row(`attacks: ${outcome}`, String(count));
  caller.child.kill();
  await stop(idle);
  await stop(service);
  site.child.kill();
}

function summary(times: number[]): string {
  times.sort((a, b) => a - b);
  const at = (share: number): string =>
    `${(times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? 0).toFixed(0)} ms`;
  return `${times.length} of them: median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}`;
}

function row(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(60)} ${value}\n`);
}
