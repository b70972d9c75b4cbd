import { keyStatus } from '../credits/calls.ts';
import { isoTime } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import { listApps, type ConnectedApp } from '../oauth/connected-apps.ts';
import { accountOf, formatTable, output, requirePositional, withAppContext, type Command } from './command.ts';

function show({ key, grant }: ConnectedApp, spent: number, now: number): Record<string, unknown> {
  return {
    app_id: key.id,
    name: key.name,
    client_id: grant.clientId,
    host: grant.clientHost,
    answers_go_to: grant.redirectHost,
    status: keyStatus(key, now),
    connected_at: isoTime(grant.createdAt),
    last_used_at: key.lastUsedAt === null ? null : isoTime(key.lastUsedAt),
    expires_at: key.expiresAt === null ? null : isoTime(key.expiresAt),
    spent: toCredits(spent),
    daily_cap: key.dailyCap === null ? null : toCredits(key.dailyCap),
    allowed_tools: key.allowedTools,
  };
}

export const appCommands: readonly Command[] = [
  {
    name: 'app list',
    summary: 'List the apps that are connected to an account by OAuth.',
    usage: '[ACCOUNT] [--json]',
    hidden: '--account ID',
    examples: ['', 'ann@example.com'],
    details:
      'spent: credits spent this month. host: the host that the app’s own document proves; none if the app registered itself.',
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts, store, clock }) => {
        const account = await accountOf(args, accounts);
        const spent = new Map<string | null, number>();
        for (const { keyId, cost } of await store.usage.summary(account.id, account.period)) {
          spent.set(keyId, (spent.get(keyId) ?? 0) + cost);
        }
        const apps = (await listApps(store, account.id)).map((app) =>
          show(app, spent.get(app.key.id) ?? 0, clock.now()),
        );
        const columns = ['app_id', 'name', 'host', 'status', 'connected_at', 'last_used_at', 'spent', 'daily_cap'];
        const rows = apps.map((app) => columns.map((name) => String(app[name] ?? '–')));
        const heads = ['APP ID', 'NAME', 'HOST', 'STATUS', 'CONNECTED', 'LAST USED', 'SPENT', 'DAILY CAP'];
        output(args, apps, formatTable(heads, rows));
      }),
  },
  {
    name: 'app revoke',
    summary: 'Disconnect an app immediately.',
    usage: 'APP_ID [--json]',
    examples: ['key_4fJ2'],
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ apiKeys }) => {
        await apiKeys.disconnect(requirePositional(args, 0, 'APP_ID'));
        output(args, { ok: true }, 'The app is disconnected.');
      }),
  },
];
