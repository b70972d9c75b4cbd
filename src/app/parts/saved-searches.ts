import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ScrapeJobsArguments, ScrapeJobsResult } from '../../../schemas/index.ts';
import { savedSearchCaller } from '../../accounts/callers-without-key.ts';
import { AddressGuard } from '../../egress/address-guard.ts';
import type { Egress } from '../../egress/egress.ts';
import { platformCodes } from '../../jobs/catalog.ts';
import { ServiceError } from '../../errors.ts';
import { closeAll } from '../../lib/close-all.ts';
import { toCredits } from '../../lib/credits.ts';
import { randomHex } from '../../lib/random-id.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { DeliveryContent } from '../../saved-searches/deliver/content.ts';
import { withoutExpired, type StorageTerms } from '../../saved-searches/deliver/terms.ts';
import { DeliverySender } from '../../saved-searches/delivery-sender.ts';
import { createSavedSearchMetrics, type SavedSearchMetrics } from '../../saved-searches/metrics.ts';
import type { ChargedAnswer, SavedSearchCall } from '../../saved-searches/run-search.ts';
import type { SearchArguments } from '../../saved-searches/search-arguments.ts';
import { SavedSearches, type SavedSearchesOptions } from '../../saved-searches/saved-searches.ts';
import { SearchLinks } from '../../saved-searches/search-links.ts';
import { SearchRunner } from '../../saved-searches/search-runner.ts';
import { PLATFORMS } from '../../sources/platforms/index.ts';
import type { ToolRunner } from '../../tools/runner.ts';
import { readStored } from '../../tools/tool-answer.ts';
import type { ToolTable } from '../../tools/tool.ts';
import type { AppContext } from '../app-context.ts';
import { baseUrlOf } from './mail.ts';

const TOOL = 'scrape_jobs';
const ROUND_MS = 5_000;

/** How long each platform's terms allow its adverts to be stored. Platforms without a limit are absent. */
const KEEPING_TERMS: StorageTerms = new Map(
  PLATFORMS.flatMap(({ code, keepsAtMostMs }) => (keepsAtMostMs === undefined ? [] : [[code, keepsAtMostMs] as const])),
);

export function expireDeliveries({ store, clock }: AppContext, signal: AbortSignal): Promise<void> {
  const rewrite = (content: string): string =>
    JSON.stringify(withoutExpired(JSON.parse(content) as DeliveryContent, KEEPING_TERMS));
  return store.savedSearches.rewriteExpired(clock.now(), rewrite, signal);
}

export interface SavedSearchParts {
  tools: ToolTable;
  runner: Pick<ToolRunner, 'run' | 'active' | 'begun'>;
  egress: Egress;
  mailer: Mailer | undefined;
  registry: Registry;
  logger: Pick<Logger, 'error'>;
}

export interface SavedSearchJobs {
  searches: SavedSearches;
  links: SearchLinks;
  runner: SearchRunner;
  sender: DeliverySender;
  start(): () => void;
  close(): Promise<void>;
}

export function createSavedSearchJobs(context: AppContext, parts: SavedSearchParts): SavedSearchJobs {
  const { config, clock, store, accounts } = context;
  const { runner: tools, egress, mailer, logger } = parts;
  const metrics: SavedSearchMetrics = createSavedSearchMetrics(
    parts.registry,
    () => store.savedSearches.load(clock.now()),
    () => clock.now(),
  );
  const links = createSearchLinks(context);
  const runner = new SearchRunner({
    store,
    accounts,
    clock,
    call: searchCall(context, parts, 'live'),
    chargedAnswer: chargedAnswer(context),
    terms: KEEPING_TERMS,
    deadlineMs: config.callDeadlineMs,
    callsRunning: () => tools.active,
    callsBegun: () => tools.begun,
    onRun: metrics.countRun,
    onFault: (error) => logger.error({ err: error }, 'a saved search could not be run: it is tried again'),
  });
  const sender = new DeliverySender({
    store,
    clock,
    egress,
    mailer,
    service: config.serviceName,
    baseUrl: baseUrlOf(config),
    linkSecret: () => links.secret(),
    onDelivery: metrics.countDelivery,
    onFault: (error) => logger.error({ err: error }, 'a saved search could not be delivered: it is tried again'),
  });
  // A delivery round follows each round of runs, so that what was found is sent at once.
  const round = (): Promise<void> => runner.round().then(() => sender.round());
  return {
    searches: createSavedSearches(context, parts.tools, mailer !== undefined, searchCall(context, parts, 'sample')),
    links,
    runner,
    sender,
    start: () => {
      // Deliveries have a separate timer, so that a long run does not delay them.
      const timers = [
        setInterval(() => void round(), ROUND_MS).unref(),
        setInterval(() => void sender.round(), ROUND_MS).unref(),
      ];
      return () => {
        for (const timer of timers) clearInterval(timer);
      };
    },
    close: () => closeAll([() => runner.close(), () => sender.close()]),
  };
}

export function createSearchLinks({ store, clock, config }: AppContext): SearchLinks {
  return new SearchLinks(store, clock, config.serviceName);
}

export function createSavedSearches(
  { store, accounts, clock, config }: AppContext,
  tools: ToolTable,
  sendsMail: boolean,
  sampleCall?: SavedSearchCall,
): SavedSearches {
  return new SavedSearches({
    store,
    accounts,
    clock,
    sendsMail,
    guard: new AddressGuard(async () => [], config.egressAllow),
    checkArguments: argumentCheck(tools, config.callDeadlineMs),
    ...(sampleCall ? { sampleCall } : {}),
  });
}

/**
 * Validates a search's arguments exactly as a call of the tool does, but makes no request to a platform and reserves no
 * credits.
 */
function argumentCheck(tools: ToolTable, deadlineMs: number): SavedSearchesOptions['checkArguments'] {
  return async (given, account, plan) => {
    const { tool, readArguments } = tools.require(TOOL);
    const { args, ignored } = readArguments(given, plan);
    await tool.prepare(args as never, {
      caller: savedSearchCaller(account, plan, ''),
      accountId: account.id,
      plan,
      signal: AbortSignal.timeout(deadlineMs),
      deadlineAt: 0,
      ignored,
      onProgress: () => {},
    });
    const { platforms } = args as Partial<ScrapeJobsArguments>;
    return platforms ? { ...args, platforms: platformCodes(platforms) } : args;
  };
}

function chargedAnswer({ store, clock }: AppContext): ChargedAnswer {
  return async (account, search, key) => {
    const stored = await store.replays.find(account.id, key, clock.now());
    // An empty answer only blocks the idempotency key of a run that another process has ended.
    if (!stored || stored.result === '') return undefined;
    const { parts, receiptId } = readStored(stored.result);
    // An answer that an earlier release stored has no receipt ID. The last successful call then belongs to this run,
    // because runs of one search never overlap.
    const ofRun = { accountId: account.id, keyId: search.id, outcome: 'ok', ...(receiptId ? { receiptId } : {}) };
    const [call] = await store.usage.calls(ofRun, 1);
    return {
      result: JSON.parse(parts.structured) as ScrapeJobsResult,
      receiptId: call?.receiptId ?? null,
      cost: toCredits(call?.amount ?? 0),
      ...(call ? { answeredAt: call.createdAt } : {}),
    };
  };
}

function searchCall(
  context: AppContext,
  { tools, runner }: Pick<SavedSearchParts, 'tools' | 'runner'>,
  mode: 'live' | 'sample',
): SavedSearchCall {
  return async ({ account, search, arguments: args, fetchedAfter, idempotencyKey, signal }) => {
    assertNothingIgnored(tools, args);
    const { accounts, apiKeys } = context;
    const plan = accounts.planOf(account);
    const caller =
      mode === 'live'
        ? savedSearchCaller(account, plan, search.id)
        : { account, plan, key: await apiKeys.test(account.id) };
    const { answer, cost } = await runner.run({
      tool: TOOL,
      arguments: args,
      caller,
      requestId: `watch-${randomHex(16)}`,
      idempotencyKey: mode === 'live' ? idempotencyKey : undefined,
      signal,
      fetchedAfter,
      onAccepted: () => {},
      onProgress: () => {},
    });
    // A replay means that another process, which was slow but not dead, has charged the run in the meantime. A replay
    // costs nothing and has its own receipt, so the cost and the receipt of the charged call are used.
    const charged = answer.receipt.replayed && (await chargedAnswer(context)(account, search, idempotencyKey));
    if (charged) return charged;
    return {
      result: JSON.parse(answer.structured) as ScrapeJobsResult,
      receiptId: answer.receipt.id,
      cost: toCredits(cost),
    };
  };
}

/**
 * Throws if the tool would ignore an argument. The answer to a call lists its ignored arguments, but nobody would
 * notice that a saved search ignores one and finds other jobs.
 */
function assertNothingIgnored(tools: ToolTable, args: SearchArguments): void {
  const { ignored } = tools.require(TOOL).readArguments(args);
  if (ignored.length === 0) return;
  const names = ignored.map(({ name }) => `"${name}"`).join(', ');
  throw new ServiceError('invalid_params', `Unknown arguments: ${names}.`);
}
