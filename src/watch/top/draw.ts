import { stripInvisible } from '../../lib/hidden-text.ts';
import { activitiesOf, quantileOf, rateOf, valueOf, type Activity, type Interval } from './figures.ts';

/** What the view is drawn of. */
export interface View {
  url: string;
  /** Undefined until the service answered once. */
  interval: Interval | undefined;
  /** Since when, in milliseconds since the epoch, the service has not answered, and why. */
  away: { since: number; why: string } | undefined;
  /** Seconds between two looks; undefined for one look alone. */
  everySeconds: number | undefined;
  now: number;
}

const LEAST_COLUMNS = 20;

/** The view as lines, none of them longer than `columns`, and no more of them than `rows`. */
export function draw(view: View, columns: number, rows: number = Number.POSITIVE_INFINITY): string[] {
  const width = Math.max(LEAST_COLUMNS, columns);
  const lines = [...headOf(view), ...(view.interval ? bodyOf(view.interval) : [])];
  const shown =
    lines.length > rows ? [...lines.slice(0, Math.max(1, rows - 1)), `… ${lines.length - rows + 1} more lines`] : lines;
  return shown.map((line) => cut(stripInvisible(line).replace(/[\t\r\n]/g, ' '), width));
}

function headOf({ url, interval, away, everySeconds, now }: View): string[] {
  const how = everySeconds === undefined ? 'since its start' : `every ${everySeconds} s · q ends`;
  if (!interval)
    return [`jobdata at ${url} · ${how}`, away ? `no answer since ${clockOf(away.since)}: ${away.why}` : 'asking …'];
  const { after } = interval;
  const version = after.get('jobdata_build_info')?.[0]?.labels['version'] ?? '?';
  const startedAt = valueOf(after, 'process_start_time_seconds');
  const up = startedAt === undefined ? '' : ` · up ${span(now / 1_000 - startedAt)}`;
  return [
    `jobdata ${version} at ${url}${up} · ${how}`,
    ...(away ? [`NO ANSWER since ${clockOf(away.since)} (${away.why}); the figures are from before`] : []),
  ];
}

function bodyOf(interval: Interval): string[] {
  const { after } = interval;
  const value = (name: string): number => valueOf(after, name) ?? 0;
  const ledger = 'jobdata_ledger_commit_duration_seconds';
  return [
    [
      `calls ${rate(rateOf(interval, 'jobdata_tool_calls_total'))}`,
      `running ${value('jobdata_calls_running')}`,
      `credits ${rate(rateOf(interval, 'jobdata_credits_charged_total'))}`,
      `test calls ${rate(rateOf(interval, 'jobdata_test_calls_total'))}`,
    ].join(' · '),
    [
      `memory ${megabytes(value('process_resident_memory_bytes'))}`,
      `pages ${megabytes(value('jobdata_pages_process_resident_memory_bytes'))}`,
      `loop p99 ${time(valueOf(after, 'nodejs_eventloop_lag_p99_seconds'))}`,
      `CPU ${Math.round(100 * rateOf(interval, 'process_cpu_seconds_total'))} %`,
    ].join(' · '),
    '',
    ...table('TOOL', activitiesOf(interval, 'jobdata_tool_calls_total', 'tool', 'jobdata_tool_duration_seconds')),
    ...sources(interval),
    ...pools(interval),
    [
      `ledger ${rate(rateOf(interval, `${ledger}_count`))}`,
      `p50 ${time(quantileOf(interval, ledger, 0.5))}`,
      `p99 ${time(quantileOf(interval, ledger, 0.99))}`,
      `waiting ${value('jobdata_store_waiting_steps')}`,
      `replays ${megabytes(value('jobdata_replay_bytes'))}`,
    ].join(' · '),
  ];
}

function sources(interval: Interval): string[] {
  const resting = new Set(
    (interval.after.get('jobdata_platform_resting') ?? [])
      .filter(({ value }) => value === 1)
      .map(({ labels }) => labels['platform']),
  );
  const platforms = activitiesOf(
    interval,
    'jobdata_platform_fetches_total',
    'platform',
    'jobdata_platform_fetch_duration_seconds',
  );
  const asked = activitiesOf(
    interval,
    'jobdata_reputation_queries_total',
    'source',
    'jobdata_reputation_query_duration_seconds',
  );
  const never = [...resting].filter((code) => !platforms.some(({ name }) => name === code));
  return [
    ...table('SOURCE', [...platforms, ...asked], (name) => (resting.has(name) ? 'RESTING ' : '')),
    ...(never.length > 0 ? [`resting too: ${never.join(', ')}`, ''] : []),
  ];
}

function pools({ after }: Interval): string[] {
  const rows = (after.get('jobdata_pool_places') ?? []).map(({ labels, value }) => {
    const { pool = '' } = labels;
    const used = valueOf(after, 'jobdata_pool_in_use', { pool }) ?? 0;
    const waiting = valueOf(after, 'jobdata_pool_waiting', { pool }) ?? 0;
    return `${pool} ${used}/${value}${waiting > 0 ? ` +${waiting} waiting` : ''}`;
  });
  return rows.length > 0 ? ['POOLS', ...rows.map((row) => `  ${row}`), ''] : [];
}

const NAME_WIDTH = 18;

function table(title: string, rows: readonly Activity[], remark: (name: string) => string = () => ''): string[] {
  if (rows.length === 0) return [];
  const cells = (name: string, ...more: string[]): string =>
    [name.slice(0, NAME_WIDTH).padEnd(NAME_WIDTH), ...more.map((cell) => cell.padStart(8))].join(' ');
  return [
    `${cells(title, 'rate', 'p50', 'p95', 'p99')}  outcomes`,
    ...rows.map(({ name, rate: all, p50, p95, p99, outcomes }) =>
      `${cells(name, rate(all), time(p50), time(p95), time(p99))}  ${remark(name)}${outcomes.map((one) => `${one.outcome} ${rate(one.rate)}`).join(', ')}`.trimEnd(),
    ),
    '',
  ];
}

function rate(value: number): string {
  if (value === 0) return '0/s';
  if (value < 0.1) return `${(value * 60).toFixed(value * 60 < 1 ? 2 : 1)}/min`;
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)}/s`;
}

function time(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return '–';
  return seconds < 1 ? `${Math.round(seconds * 1_000)} ms` : `${seconds.toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}

/** "3 h 12 min". */
function span(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

/** The time of day, as the machine that draws has it. */
function clockOf(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function cut(line: string, columns: number): string {
  const letters = [...line];
  return letters.length <= columns ? line : `${letters.slice(0, columns - 1).join('')}…`;
}
