import { setTimeout as delay } from 'node:timers/promises';
import { TRIAL_DAYS } from '../accounts/plans.ts';
import type { Config } from '../config/config.ts';
import { toCredits } from '../lib/credits.ts';
import { loadEngine } from '../egress/hop.ts';
import { explainListening } from './check-start.ts';
import type { Overrides } from './app-context.ts';
import { describeHalfSet } from '../sources/platforms/half-set.ts';
import { describeTerms } from '../sources/platforms/terms.ts';
import { createService, type Service } from './service.ts';
import { describeDegraded } from './shared.ts';
import { startBackgroundJobs } from './background-jobs.ts';

/** Load balancers look at /readyz every few seconds; nobody balances what runs alone on a terminal. */
const DRAIN_WAIT_MS = 5_000;
/** How long answers may still go out when the store can no longer be used. */
const LAST_ANSWERS_MS = 1_000;
/** Once the first callers have their answers, what fetches from sites is loaded: none of their searches waits for it. */
const ENGINE_AFTER_MS = 2_000;

/** A running service. */
export interface Running {
  service: Service;
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  address: string;
  stop(): Promise<void>;
  /**
   * Resolves with a sentence when the service has ended by itself, because its
   * disk failed: the process must end too, and not with 0.
   */
  failed: Promise<string>;
}

/** Starts the service on its data folder, which is then its own. */
export async function serve(
  config: Config,
  print: (text: string) => void,
  overrides: Overrides = {},
  /** How this installation's commands begin, for what is printed. */
  commandLine = 'jobdata',
): Promise<Running> {
  const service = await createService(config, overrides);
  const { app, store, logger } = service;
  try {
    // Before it listens. A full disk is no reason not to: what is free is answered, what costs is refused.
    const stopBackgroundJobs = await startBackgroundJobs(service);
    const listening = app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      throw explainListening(error, config.host, config.port);
    });
    const address = (await listening).replace('//[::]:', '//127.0.0.1:').replace('//0.0.0.0:', '//127.0.0.1:');
    const url = `${config.publicUrl ?? address}/mcp`;
    // Whenever it is known: a collector that hangs holds no start up.
    void service.telemetry?.check().then((fault) => fault !== undefined && print(`${fault}\n`));
    await store.withLock('welcome', () => welcome(service, url, commandLine, print));
    print(`${describeTerms(service.catalog.enabled)}\n`);
    for (const fault of describeHalfSet(service.catalog.enabled, config.platformSettings)) print(`${fault}\n`);
    const noBrowser = await service.renderer.unavailable();
    if (noBrowser !== undefined) print(`scrape_url reads pages without their scripts: ${noBrowser}\n`);
    const degraded = describeDegraded(service.shared);
    if (degraded !== undefined) print(`${degraded}\n`);
    print(`Job Data MCP is listening on ${url}\n`);
    const engine = setTimeout(() => void loadEngine(), ENGINE_AFTER_MS).unref();
    const drain = (): void => {
      clearTimeout(engine);
      stopBackgroundJobs();
      service.drain();
    };
    const failed = store.failed.then(async (fault) => {
      drain();
      logger.fatal({ err: fault }, 'the store failed');
      // Answers that are under way may go out; nothing is charged any more.
      await Promise.race([app.close().catch(() => {}), delay(LAST_ANSWERS_MS)]);
      return fault.message;
    });
    return {
      failed,
      service,
      address,
      stop: async () => {
        drain();
        const isAlone = config.databaseUrl === null && process.stdout.isTTY;
        await delay(config.drainWaitMs ?? (isAlone ? 0 : DRAIN_WAIT_MS));
        await service.close();
      },
    };
  } catch (error) {
    // What kept it from starting is the fault to tell of.
    await service.close().catch(() => {});
    throw error;
  }
}

/** The first start makes the operator's account, and shows its key this once. */
async function welcome(
  service: Service,
  url: string,
  commandLine: string,
  print: (text: string) => void,
): Promise<void> {
  const { accounts, apiKeys, catalog } = service;
  if ((await accounts.list()).length > 0) return;
  const account = await accounts.create({ email: 'operator@localhost', operator: true });
  const { apiKey } = await apiKeys.create(account.id);
  const { apiKey: testKey } = await apiKeys.test(account.id);
  const plan = accounts.planOf(account);
  const platforms = catalog.forPlan(plan);
  const country = platforms.some((platform) => platform.country === 'GB') ? 'GB' : 'FR';
  const search = {
    query: country === 'GB' ? 'software engineer' : 'comptable',
    country,
    platforms: platforms.filter((platform) => platform.country === country).map(({ code }) => code),
  };
  print(`
Welcome. This first start made an account for you: ${account.email}, a trial of ${TRIAL_DAYS} days,
${toCredits(plan.allowance)} credits a month and ${plan.rpmLimit} calls a minute.

Your API key, shown only now, and your test key, which answers from sample data, offline and free of charge:

  ${apiKey}
  ${testKey}

Try them:

  ${curlLine(url, apiKey, 'ping', {})}

  ${curlLine(url, testKey, 'scrape_jobs', search)}

In a browser, with searches on sample data and the documentation:   ${new URL('/', url).href}

Set the account's password:   ${commandLine} account password ${account.email}
Give it a plan:               ${commandLine} account plan ${account.email} pro
Show the test key again:      ${commandLine} key test --account ${account.email}

`);
}

function curlLine(url: string, apiKey: string, tool: string, args: object): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } });
  // PowerShell's own curl is another program, and its versions disagree on quotes within an argument.
  if (process.platform === 'win32') {
    return `'${body}' | curl.exe -s ${url} -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '@-'`;
  }
  return `curl -s ${url} -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`;
}
