import type { MetricsPage, Sample } from './parse-metrics.ts';

/** Two looks at a service, and the seconds between them. */
export interface Interval {
  before: MetricsPage;
  after: MetricsPage;
  seconds: number;
}

/** Of calls, fetches and the like in an interval. Rates are a second's, times seconds; undefined where nothing happened. */
export interface Activity {
  name: string;
  rate: number;
  /** Outcomes with their rates, the most frequent first. */
  outcomes: { outcome: string; rate: number }[];
  p50: number | undefined;
  p95: number | undefined;
  p99: number | undefined;
}

const NOTHING: MetricsPage = new Map();

/**
 * What happened between two looks. A service that was started meanwhile, and
 * the first look, count from the service's start.
 */
export function intervalOf(
  before: { page: MetricsPage; at: number } | undefined,
  after: { page: MetricsPage; at: number },
): Interval {
  const startedAt = valueOf(after.page, 'process_start_time_seconds') ?? after.at / 1_000;
  const isSame = before && valueOf(before.page, 'process_start_time_seconds') === startedAt;
  return {
    before: isSame ? before.page : NOTHING,
    after: after.page,
    seconds: Math.max(0.001, isSame ? (after.at - before.at) / 1_000 : after.at / 1_000 - startedAt),
  };
}

export function valueOf(
  page: MetricsPage,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  return page.get(name)?.find((sample) => matches(sample, labels))?.value;
}

/** How much a counter grew in a second, its samples of these labels together. */
export function rateOf(
  { before, after, seconds }: Interval,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return Math.max(0, sumOf(after, name, labels) - sumOf(before, name, labels)) / seconds;
}

/**
 * The quantile of a histogram within the interval, between the bounds of its
 * bucket as Prometheus' histogram_quantile has it; undefined where nothing was
 * observed.
 */
export function quantileOf(
  { before, after }: Interval,
  name: string,
  quantile: number,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const earlier = bucketsOf(before, name, labels);
  const buckets = [...bucketsOf(after, name, labels)]
    .map(([le, count]) => ({ le, count: Math.max(0, count - (earlier.get(le) ?? 0)) }))
    .sort((a, b) => a.le - b.le);
  const total = buckets.at(-1)?.count ?? 0;
  if (total === 0) return undefined;
  const rank = quantile * total;
  const index = buckets.findIndex(({ count }) => count >= rank);
  const bucket = buckets[index];
  const lower = buckets[index - 1];
  if (!bucket) return undefined;
  // Longer than the last bound: nothing is known but that.
  if (bucket.le === Number.POSITIVE_INFINITY) return lower?.le;
  const from = lower?.le ?? 0;
  const below = lower?.count ?? 0;
  return bucket.count === below ? bucket.le : from + ((bucket.le - from) * (rank - below)) / (bucket.count - below);
}

/** One row for each value of a label, sorted by name: those that ever counted. */
export function activitiesOf(
  interval: Interval,
  counter: string,
  label: string,
  histogram: string | undefined,
): Activity[] {
  const samples = interval.after.get(counter) ?? [];
  const names = [...new Set(samples.map(({ labels }) => labels[label] ?? ''))].sort();
  return names.map((name) => {
    const own = { [label]: name };
    const outcomes = [
      ...new Set(samples.filter((one) => matches(one, own)).map(({ labels }) => labels['outcome'] ?? '')),
    ]
      .map((outcome) => ({ outcome, rate: rateOf(interval, counter, { ...own, outcome }) }))
      .filter(({ rate }) => rate > 0)
      .sort((a, b) => b.rate - a.rate);
    const quantile = (q: number): number | undefined =>
      histogram === undefined ? undefined : quantileOf(interval, histogram, q, own);
    return {
      name,
      rate: rateOf(interval, counter, own),
      outcomes,
      p50: quantile(0.5),
      p95: quantile(0.95),
      p99: quantile(0.99),
    };
  });
}

function sumOf(page: MetricsPage, name: string, labels: Readonly<Record<string, string>>): number {
  let sum = 0;
  for (const sample of page.get(name) ?? []) if (matches(sample, labels)) sum += sample.value;
  return sum;
}

function bucketsOf(page: MetricsPage, name: string, labels: Readonly<Record<string, string>>): Map<number, number> {
  const buckets = new Map<number, number>();
  for (const sample of page.get(`${name}_bucket`) ?? []) {
    if (!matches(sample, labels)) continue;
    const { le = '' } = sample.labels;
    const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
    buckets.set(bound, (buckets.get(bound) ?? 0) + sample.value);
  }
  return buckets;
}

function matches({ labels }: Sample, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}
