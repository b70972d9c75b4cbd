import type { Config } from '../config/config.ts';
import type { Overrides } from './core.ts';
import { describeTerms } from '../platforms/terms.ts';
import { createService, type Service } from './service.ts';

const MAINTENANCE_MS = 15 * 60_000;
/** How long calls may take to end once the service was told to stop. */
const DRAIN_MS = 50_000;

/** A running service. */
export interface Running {
  service: Service;
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  address: string;
  stop(): Promise<void>;
}

/** Starts the service on its data folder, which is then its own. */
export async function serve(
  config: Config,
  print: (text: string) => void,
  overrides: Overrides = {},
): Promise<Running> {
  const service = await createService(config, overrides);
  const { app, store, logger, clock } = service;
  try {
    const released = await store.ledger.releaseOrphans(clock.now());
    if (released > 0) logger.warn({ released }, 'released the reservations of a process that died');
    await service.maintain();
    const address = (await app.listen({ host: config.host, port: config.port }))
      .replace('//[::]:', '//127.0.0.1:')
      .replace('//0.0.0.0:', '//127.0.0.1:');
    const url = `${config.publicUrl ?? address}/mcp`;
    await welcome(service, url, print);
    print(`${describeTerms(service.catalog.enabled)}\n`);
    const noBrowser = await service.renderer.unavailable();
    if (noBrowser !== undefined) print(`scrape_url reads pages without their scripts: ${noBrowser}\n`);
    print(`Job Data MCP is listening on ${url}\n`);
    const timer = setInterval(() => {
      service.maintain().catch((error: unknown) => logger.error({ err: error }, 'maintenance failed'));
    }, MAINTENANCE_MS);
    timer.unref();
    return {
      service,
      address,
      stop: async () => {
        clearInterval(timer);
        service.drain();
        const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
        force.unref();
        await service.close();
        clearTimeout(force);
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** The first start makes the operator's account, and shows its key this once. */
async function welcome(service: Service, url: string, print: (text: string) => void): Promise<void> {
  const { accounts } = service;
  if ((await accounts.list()).length > 0) return;
  const account = await accounts.create({ email: 'operator@localhost', operator: true });
  const { apiKey } = await accounts.createKey(account.id);
  print(`
Welcome. This first start made an account for you: ${account.email}, a trial of 14 days and 100 credits.

Your API key, shown only now:

  ${apiKey}

Try it:

  curl -s ${url} -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping","arguments":{}}}'

Set the account's password:   npm run -s jobdata -- account password ${account.email}
Give it a plan:               npm run -s jobdata -- account plan ${account.email} pro

`);
}
