import type { Config } from './config.ts';
import type { Overrides } from './context-core.ts';
import { createContext, type Context } from './context.ts';
import { lockDataDir } from './store/sqlite/lock.ts';

const MAINTENANCE_MS = 15 * 60_000;
/** How long calls may take to end once the service was told to stop. */
const DRAIN_MS = 50_000;

/** A running service. */
export interface Running {
  context: Context;
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
  const unlock = lockDataDir(config.dataDir);
  let context: Context;
  try {
    context = await createContext(config, overrides);
  } catch (error) {
    unlock();
    throw error;
  }
  const { app, store, logger, clock } = context;
  try {
    // The lock says that no other process serves: whoever held these is dead.
    const released = await store.ledger.releaseAll(clock.now());
    if (released > 0) logger.warn({ released }, 'released the reservations of a process that died');
    await context.maintain();
    const address = (await app.listen({ host: config.host, port: config.port }))
      .replace('//[::]:', '//127.0.0.1:')
      .replace('//0.0.0.0:', '//127.0.0.1:');
    const url = `${config.publicUrl ?? address}/mcp`;
    await welcome(context, url, print);
    const noBrowser = await context.renderer.unavailable();
    if (noBrowser !== undefined) print(`scrape_url reads pages without their scripts: ${noBrowser}\n`);
    print(`Job Data MCP is listening on ${url}\n`);
    const timer = setInterval(() => {
      context.maintain().catch((error: unknown) => logger.error({ err: error }, 'maintenance failed'));
    }, MAINTENANCE_MS);
    timer.unref();
    return {
      context,
      address,
      stop: async () => {
        clearInterval(timer);
        context.drain();
        const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
        force.unref();
        await context.close();
        clearTimeout(force);
        unlock();
      },
    };
  } catch (error) {
    await context.close();
    unlock();
    throw error;
  }
}

/** The first start makes the operator's account, and shows its key this once. */
async function welcome(context: Context, url: string, print: (text: string) => void): Promise<void> {
  const { accounts } = context;
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
