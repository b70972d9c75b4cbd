import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface PartMetrics {
  observeLedger(step: string, ms: number): void;
  countPage(report: { outcome: string; rendered: boolean; ms: number }): void;
  countRender(outcome: string, ms: number): void;
  countSource(source: string, outcome: string, ms: number): void;
}

const PAGE_BUCKETS = [0.25, 0.5, 1, 2.5, 5, 10, 20, 35];

export function createPartMetrics(registry: Registry): PartMetrics {
  const registers = [registry];
  const ledger = new Histogram({
    name: 'jobdata_ledger_commit_duration_seconds',
    help: 'How long each ledger step took, until it was on disk.',
    labelNames: ['step'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const pages = new Counter({
    name: 'jobdata_pages_total',
    help: 'Pages requested through scrape_url, by outcome: "ok", or why the page was not delivered.',
    labelNames: ['outcome', 'rendered'],
    registers,
  });
  const pageSeconds = new Histogram({
    name: 'jobdata_page_duration_seconds',
    help: 'How long scrape_url took for each page, including waiting.',
    labelNames: ['rendered'],
    buckets: PAGE_BUCKETS,
    registers,
  });
  const renders = new Counter({
    name: 'jobdata_lookup_renders_total',
    help: 'Pages rendered for employer look-ups, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const renderSeconds = new Histogram({
    name: 'jobdata_lookup_render_duration_seconds',
    help: 'How long it took to render pages for employer look-ups.',
    buckets: PAGE_BUCKETS,
    registers,
  });
  const asked = new Counter({
    name: 'jobdata_reputation_queries_total',
    help: 'Queries to review sites and search providers, by outcome.',
    labelNames: ['source', 'outcome'],
    registers,
  });
  const askedSeconds = new Histogram({
    name: 'jobdata_reputation_query_duration_seconds',
    help: 'How long review sites and search providers took to answer.',
    labelNames: ['source'],
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 25],
    registers,
  });
  return {
    observeLedger: (step, ms) => ledger.observe({ step }, ms / 1000),
    countPage: ({ outcome, rendered, ms }) => {
      pages.inc({ outcome: outcomeOf(outcome), rendered: String(rendered) });
      pageSeconds.observe({ rendered: String(rendered) }, ms / 1000);
    },
    countRender: (outcome, ms) => {
      renders.inc({ outcome });
      renderSeconds.observe(ms / 1000);
    },
    countSource: (source, outcome, ms) => {
      asked.inc({ source, outcome });
      askedSeconds.observe({ source }, ms / 1000);
    },
  };
}

/**
 * Reduces an HTTP status code to its first digit, because sites choose the codes, and every code would be another label
 * value.
 */
function outcomeOf(outcome: string): string {
  return outcome.replace(/^http_(\d)\d*$/, 'http_$1xx');
}

export function registerShared(registry: Registry, server: { fault(): unknown } | undefined): void {
  if (!server) return;
  const up: Gauge = new Gauge({
    name: 'jobdata_shared_up',
    help: '1 while the server at REDIS_URL answers, 0 while calls are served from memory. Only with REDIS_URL.',
    registers: [registry],
    collect: () => up.set(server.fault() === undefined ? 1 : 0),
  });
}
