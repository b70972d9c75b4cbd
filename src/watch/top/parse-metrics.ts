/** One figure with its labels. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Samples by the name of their metric; of a histogram by its name with `_bucket`, `_sum` and `_count`. */
export type MetricsPage = ReadonlyMap<string, readonly Sample[]>;

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"\s*,?\s*/gy;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', '"': '"', '\\': '\\' };
/** More are no service of ours. */
const MAXIMUM_SAMPLES = 50_000;

/** Reads Prometheus' text format; what is none of it is left out. */
export function parseMetrics(text: string): MetricsPage {
  const page = new Map<string, Sample[]>();
  let count = 0;
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, labels = '', value = ''] = LINE.exec(line.trim()) ?? [];
    const number = toNumber(value);
    if (name === undefined || Number.isNaN(number)) continue;
    if ((count += 1) > MAXIMUM_SAMPLES) break;
    const sample = { labels: readLabels(labels), value: number };
    const known = page.get(name);
    if (known) known.push(sample);
    else page.set(name, [sample]);
  }
  return page;
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(LABEL))
    labels[name] = value.replace(/\\(.)/g, (_whole, mark: string) => ESCAPES[mark] ?? mark);
  return labels;
}

function toNumber(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  if (text === '-Inf') return Number.NEGATIVE_INFINITY;
  return text === '' ? Number.NaN : Number(text);
}
