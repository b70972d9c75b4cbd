import { attributesOf, type Attribute, type OtlpOrigin } from './otlp.ts';
import { toNanoseconds } from './otlp-traces.ts';

/** A metric as the registry of /metrics gives it as JSON. */
export interface RegistryMetric {
  name: string;
  help: string;
  type: string;
  values: readonly {
    value: number;
    labels: Readonly<Record<string, string | number | undefined>>;
    /** Of a histogram: the name with `_bucket`, `_sum` or `_count`. */
    metricName?: string;
  }[];
}

interface NumberPoint {
  attributes: Attribute[];
  startTimeUnixNano?: string;
  timeUnixNano: string;
  asDouble: number;
}

interface HistogramPoint {
  attributes: Attribute[];
  startTimeUnixNano: string;
  timeUnixNano: string;
  count: string;
  sum: number;
  bucketCounts: string[];
  explicitBounds: number[];
}

/** When the figures began to be counted, and now; milliseconds since the epoch. */
export interface Span {
  startedAt: number;
  now: number;
}

const CUMULATIVE = 2;
const UNITS: readonly (readonly [suffix: string, unit: string])[] = [
  ['_seconds', 's'],
  ['_seconds_total', 's'],
  ['_bytes', 'By'],
];

/** The body of a request to `/v1/metrics`: the figures of /metrics, under the same names. */
export function metricsRequest(
  { resource, scope }: OtlpOrigin,
  metrics: readonly RegistryMetric[],
  span: Span,
): object {
  return {
    resourceMetrics: [
      { resource, scopeMetrics: [{ scope, metrics: metrics.flatMap((metric) => toOtlp(metric, span)) }] },
    ],
  };
}

function toOtlp(metric: RegistryMetric, span: Span): object[] {
  const { name, help, type } = metric;
  const unit = UNITS.find(([suffix]) => name.endsWith(suffix))?.[1];
  const head = { name, description: help, ...(unit === undefined ? {} : { unit }) };
  switch (type) {
    case 'counter':
      return [
        {
          ...head,
          sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: numberPoints(metric, span, true) },
        },
      ];
    case 'gauge':
      return [{ ...head, gauge: { dataPoints: numberPoints(metric, span, false) } }];
    case 'histogram':
      return [
        { ...head, histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramPoints(metric, span) } },
      ];
    default:
      // Summaries of the runtime's own have gauges beside them that say the same.
      return [];
  }
}

function numberPoints({ values }: RegistryMetric, { startedAt, now }: Span, counted: boolean): NumberPoint[] {
  return values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({
      attributes: labelsOf(labels),
      ...(counted ? { startTimeUnixNano: toNanoseconds(startedAt) } : {}),
      timeUnixNano: toNanoseconds(now),
      asDouble: value,
    }));
}

/** Buckets of the registry count all below their bound; OTLP's count what is between two. */
function histogramPoints({ name, values }: RegistryMetric, { startedAt, now }: Span): HistogramPoint[] {
  const points = new Map<
    string,
    { attributes: Attribute[]; below: [le: number, count: number][]; sum: number; count: number }
  >();
  for (const { value, labels, metricName } of values) {
    const { le, ...own } = labels;
    const key = JSON.stringify(own);
    let point = points.get(key);
    if (!point) points.set(key, (point = { attributes: labelsOf(own), below: [], sum: 0, count: 0 }));
    if (metricName === `${name}_sum`) point.sum = value;
    else if (metricName === `${name}_count`) point.count = value;
    else if (le !== undefined && le !== '+Inf') point.below.push([Number(le), value]);
  }
  return [...points.values()].map(({ attributes, below, sum, count }) => {
    const sorted = below.toSorted(([a], [b]) => a - b);
    const cumulative = [...sorted.map(([, counted]) => counted), count];
    return {
      attributes,
      startTimeUnixNano: toNanoseconds(startedAt),
      timeUnixNano: toNanoseconds(now),
      count: String(count),
      sum,
      bucketCounts: cumulative.map((counted, index) => String(counted - (cumulative[index - 1] ?? 0))),
      explicitBounds: sorted.map(([le]) => le),
    };
  });
}

function labelsOf(labels: Readonly<Record<string, string | number | undefined>>): Attribute[] {
  return attributesOf(Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value ?? '')])));
}
