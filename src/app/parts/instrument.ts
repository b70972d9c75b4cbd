import { AsyncResource } from 'node:async_hooks';
import type { Logger } from 'pino';
import { EgressError, type Egress } from '../../egress/egress.ts';
import type { Renderer } from '../../egress/renderer.ts';
import { StoreFault } from '../../store/store-fault.ts';
import type { PageReport } from '../../pages/page-report.ts';
import type { PageScraper } from '../../pages/scrape-urls.ts';
import { ServiceError } from '../../errors.ts';
import type { MeteringStore } from '../../tools/metered-call.ts';
import type { Tracer } from '../../telemetry/tracer.ts';
import type { FetchMetrics } from '../../metrics/call-metrics.ts';
import type { PartMetrics } from '../../metrics/part-metrics.ts';

export interface Instruments {
  metrics: PartMetrics;
  tracer: Tracer | undefined;
}

type LedgerStep = 'reserve' | 'settle' | 'charge' | 'release';

export function instrumentLedger({ ledger, replays }: MeteringStore, { metrics, tracer }: Instruments): MeteringStore {
  const timed = async <T>(step: LedgerStep, begin: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    let failed: string | undefined;
    try {
      return await begin();
    } catch (error) {
      failed = error instanceof ServiceError ? error.reason : error instanceof StoreFault ? error.kind : 'error';
      throw error;
    } finally {
      const ms = performance.now() - startedAt;
      metrics.observeLedger(step, ms);
      tracer?.record(`ledger ${step}`, { ms, failed });
    }
  };
  return {
    replays,
    ledger: {
      reserve: (hold, claim) => timed('reserve', () => ledger.reserve(hold, claim)),
      settle: (receiptId, settlement) => timed('settle', () => ledger.settle(receiptId, settlement)),
      charge: (hold, settlement) => timed('charge', () => ledger.charge(hold, settlement)),
      release: (...of) => timed('release', () => ledger.release(...of)),
      note: (notes) => ledger.note(notes),
      noteSum: (sum) => ledger.noteSum(sum),
      balance: (accountId, now) => ledger.balance(accountId, now),
    },
  };
}

export function traceFetch(tracer: Tracer, { platform, status, ms }: FetchMetrics): void {
  const failed = status === 'ok' || status === 'empty' ? undefined : status;
  tracer.record(`fetch ${platform}`, {
    kind: 'client',
    ms,
    failed,
    attributes: { 'jobdata.platform': platform, 'jobdata.outcome': status },
  });
}

export function instrumentSource({ metrics, tracer }: Instruments, source: string, status: string, ms: number): void {
  metrics.countSource(source, status, ms);
  tracer?.record(`ask ${source}`, {
    kind: 'client',
    ms,
    failed: status === 'failed' ? status : undefined,
    attributes: { 'jobdata.source': source, 'jobdata.outcome': status },
  });
}

export function instrumentPages(scraper: PageScraper, { metrics, tracer }: Instruments, logger: Logger): PageScraper {
  const note = (report: PageReport): void => {
    const { host, outcome, rendered, ms, endedAt, steps } = report;
    metrics.countPage(report);
    logger.debug({ host, outcome, rendered, ms }, 'page read');
    tracer?.record('scrape page', {
      kind: 'client',
      ms,
      endedAt,
      failed: outcome === 'ok' ? undefined : outcome,
      attributes: { 'server.address': host, 'jobdata.rendered': rendered },
      parts: steps.map((step) => ({ ...step, name: nameOf(step.name, rendered) })),
    });
  };
  return {
    scrape: (request, call) =>
      // Reports may arrive in messages from another process, outside the call's trace, so the callback is bound to the
      // trace.
      scraper.scrape(request, {
        ...call,
        onPage: tracer ? AsyncResource.bind(note) : note,
        onProgress: call.onProgress,
      }),
  };
}

function nameOf(step: PageReport['steps'][number]['name'], rendered: boolean): string {
  return step === 'load' && rendered ? 'render page' : `${step} page`;
}

export function instrumentRenderer(renderer: Renderer, { metrics, tracer }: Instruments): Renderer {
  return {
    unavailable: () => renderer.unavailable(),
    close: () => renderer.close(),
    render: async (request) => {
      const startedAt = performance.now();
      let failed: string | undefined;
      try {
        return await renderer.render(request);
      } catch (error) {
        failed = error instanceof EgressError ? error.fault : 'error';
        throw error;
      } finally {
        const ms = performance.now() - startedAt;
        metrics.countRender(failed ?? 'ok', ms);
        tracer?.record('render page', {
          kind: 'client',
          ms,
          failed,
          attributes: { 'server.address': new URL(request.url).host },
        });
      }
    },
  };
}

/** Logs each outbound request at level debug, with its host but never its path. */
export function logFetches<Way extends Egress>(egress: Way, logger: Logger): Way {
  if (!logger.isLevelEnabled('debug')) return egress;
  return {
    ...egress,
    fetch: async (request) => {
      const { host } = new URL(request.url);
      const { method, purpose = 'page' } = request;
      const startedAt = performance.now();
      const log = (how: object): void =>
        logger.debug({ host, method, purpose, ...how, ms: Math.round(performance.now() - startedAt) }, 'fetched');
      try {
        const answer = await egress.fetch(request);
        log({ status: answer.status, bytes: answer.body.length });
        return answer;
      } catch (error) {
        log({ fault: error instanceof EgressError ? error.fault : 'error' });
        throw error;
      }
    },
  };
}
