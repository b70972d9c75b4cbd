import { setTimeout as delay } from 'node:timers/promises';
import type { Core } from '../app/core.ts';
import { createMailer } from '../app/mail.ts';
import { createLocalPages } from '../app/pages.ts';
import type { SearchService } from '../app/search.ts';
import { createSourceHealth } from '../app/source-health.ts';
import { readDuration } from '../config/values.ts';
import { UsageError } from '../errors.ts';
import { alertSentence, fieldName } from '../health/alert-text.ts';
import { turnMs } from '../health/cadence.ts';
import type { HealthAlert } from '../health/doctor.ts';
import type { CheckedSource, Source } from '../health/source.ts';
import { rateOf } from '../health/tallies.ts';
import { HEALTH_TEXTS } from '../health/texts/index.ts';
import { isoTime } from '../lib/clock.ts';
import { createThreadReputationParser } from '../reputation/parser.ts';
import type { SourceCheck } from '../store/types.ts';
import { printJson, type Given } from './command.ts';

const MINUTE_MS = 60_000;
const LEAST_MS = 5 * MINUTE_MS;
const MOST_MS = 24 * 60 * MINUTE_MS;

/** The interval that --watch names, in milliseconds. */
export function watchInterval(value: string): number {
  const ms = readDuration(value);
  if (ms === undefined || ms < LEAST_MS || ms > MOST_MS)
    throw new UsageError('--watch takes a time from 5m to 24h, such as 15m.');
  return ms;
}

/** Checks sources as the service does with DOCTOR_INTERVAL, beside it or without one, until a signal ends it. */
export async function watchSources(
  given: Given,
  core: Core,
  search: SearchService,
  { intervalMs, only }: { intervalMs: number; only(source: CheckedSource): boolean },
): Promise<void> {
  const { terminal } = given;
  const { overrides } = terminal;
  const pages = createLocalPages(core, search.egress, overrides);
  const parser = overrides?.reputationParser ?? createThreadReputationParser();
  const asJson = given.values['json'] === true;
  const say = (fault: { err?: unknown }, text: string): void => {
    const { err } = fault;
    if (err !== undefined) terminal.stderr(`${text}: ${err instanceof Error ? err.message : String(err)}\n`);
  };
  const health = createSourceHealth(core, {
    search,
    intervalMs,
    only,
    renderer: pages.renderer,
    parser,
    mailer: createMailer(core.config, overrides?.mailer),
    logger: { info: say, warn: say, error: say } as never,
    onCheck: (check, source) =>
      asJson ? printJson(given, checkOf(check, source)) : terminal.stdout(`${checkLine(check)}\n`),
    onAlert: (alert, source) => {
      if (asJson) printJson(given, alertOf(alert, source));
      else terminal.stdout(`${isoTime(alert.at)}  ! ${alertSentence(source.name, alert.what)}\n`);
    },
  });
  try {
    if (!health.doctor) throw new UsageError('There is no source to watch: what is named needs a key that is not set.');
    const broken = new AbortController();
    void core.store.failed.then((fault) => broken.abort(fault));
    const every = `${intervalMs / MINUTE_MS} min`;
    terminal.stderr(`Watching ${health.sources.length} sources, each every ${every} or less often.\n`);
    await untilTold(
      async (signal) => {
        const waitMs = turnMs(intervalMs, health.sources.length);
        const sleep =
          overrides?.sleep ??
          ((ms: number, until?: AbortSignal) => delay(ms, undefined, until ? { signal: until } : {}));
        // A source that hangs keeps nobody who has had enough.
        signal.addEventListener('abort', () => void health.doctor?.close(), { once: true });
        while (!signal.aborted) {
          await health.doctor?.turn();
          void health.deliveries.round();
          await sleep(waitMs, signal).catch(() => {});
        }
      },
      AbortSignal.any([broken.signal, ...(terminal.signal ? [terminal.signal] : [])]),
    );
    // What is found could not be kept any more.
    broken.signal.throwIfAborted();
  } finally {
    await health.close();
    await pages.close();
    await parser.close();
  }
}

/** Runs until SIGINT, SIGTERM or `other`. */
async function untilTold(work: (signal: AbortSignal) => Promise<void>, other: AbortSignal): Promise<void> {
  const told = new AbortController();
  const tell = (): void => told.abort();
  if (other.aborted) tell();
  other.addEventListener('abort', tell, { once: true });
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, tell);
  try {
    await work(told.signal);
  } finally {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, tell);
  }
}

function checkLine({ at, source, outcome, fields, ms, reason }: SourceCheck): string {
  const { en } = HEALTH_TEXTS;
  const shares = Object.entries(fields).flatMap(([field, tally]) => {
    const rate = rateOf(tally);
    return rate === undefined ? [] : [`${fieldName(field, en)} ${en.percent(rate)}`];
  });
  const parts = [isoTime(at), source.padEnd(16), outcome.padEnd(8), `${ms} ms`, shares.join(', '), reason];
  return parts.filter(Boolean).join('  ').trimEnd();
}

function checkOf({ at, ...check }: SourceCheck, { kind }: Source): object {
  return { check: { ...check, kind, at: isoTime(at) } };
}

function alertOf({ at, what, ...alert }: HealthAlert, { name }: Source): object {
  return { alert: { ...alert, ...what, at: isoTime(at), text: alertSentence(name, what) } };
}
