import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Database } from '../../src/store/better-sqlite3.ts';
import t from 'tap';
import { openStore, restoreStore } from '../../src/store/open.ts';
import { olderDatabase } from './older-database.ts';
import { runCommand } from '../support/fleet.ts';
import { look, ServiceProcess, startSite } from '../support/service-process.ts';
import { account } from '../support/store-contract.ts';
import { onlyLong, volume } from '../support/volume.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const skip = !existsSync(COMMAND);
const AT = Date.parse('2026-11-20T10:00:00Z');

/** A command in a separate process. */
function run(words: string[], dataDir: string): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...words], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

t.test('plan change × plan change × charges by two processes: each closes a separate month', async (t) => {
  const file = join(t.testdir({}), 'jobdata.sqlite');
  const service = await openStore({ file, role: 'serve' });
  const command = await openStore({ file });
  t.teardown(async () => {
    await command.close();
    await service.close();
  });
  await service.accounts.create(account('a'));
  const change = (store: typeof service, plan: string, at: number): Promise<void> =>
    store.accounts.setPlan('a', {
      plan,
      subscriptionId: null,
      trialEndsAt: null,
      terms: { allowance: 10_000, overageRate: 20_000 },
      at,
    });
  const charges = Array.from({ length: 12 }, (_, index) => {
    const hold = { receiptId: `r${index}`, accountId: 'a', keyId: null, tool: 'scrape_url', amount: 100, at: AT };
    return service.ledger.charge(hold, { cost: 100, cached: false, at: AT, durationMs: 1 });
  });
  const changes = Array.from({ length: 12 }, (_, index) => change(index % 2 ? service : command, `plan${index}`, AT));
  await Promise.all([...charges, ...changes]);
  const months = await service.accounts.months('a', AT);
  t.equal(months.length, 12);
  t.equal(new Set(months.map(({ period }) => period)).size, 12, 'no two share a number');
  const present = await command.accounts.findById('a', AT);
  const used = months.reduce((sum, month) => sum + month.used, 0) + 10_000 - (present?.balance ?? 0);
  t.equal(used, 1_200, 'each charge is in one month');
  t.strictSame(await service.ledger.audit(AT), []);
});

t.test('a restore and a command on the database exclude each other', async (t) => {
  const folder = t.testdir({});
  const file = join(folder, 'jobdata.sqlite');
  const command = await openStore({ file });
  await command.accounts.create(account('a'));
  const copy = join(folder, 'copy.sqlite');
  await command.backup(copy);
  await t.rejects(restoreStore(copy, file, AT), { message: /Another command uses the database/ });
  await command.accounts.create(account('b'));
  t.equal((await command.accounts.list(AT)).length, 2, 'what it wrote is not lost');
  await command.close();
  t.type(await restoreStore(copy, file, AT), 'string');
  const next = await openStore({ file });
  t.equal((await next.accounts.list(AT)).length, 1);
  await next.close();
});

t.test('backup × backup to one file: one is made, the other is refused', { skip, timeout: 120_000 }, async (t) => {
  const dataDir = t.testdir({});
  t.equal((await runCommand({ DATA_DIR: dataDir }, ['account', 'create', '--email', 'a@example.com'])).code, 0);
  const file = join(dataDir, 'copy.sqlite');
  const made = await Promise.all(Array.from({ length: volume(2, 3) }, () => run(['backup', file], dataDir)));
  t.equal(made.filter(({ code }) => code === 0).length, 1);
  for (const { code, err } of made) if (code !== 0) t.match([code, err], [1, /copy\.sqlite already exists\.\n$/]);
  t.strictSame(
    readdirSync(dataDir).filter((name) => name.includes('partial')),
    [],
  );
  const db = new Database(file, { readonly: true });
  t.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  db.close();
});

t.test(
  'migrate × migrate × a command on an older database: migrated once, and no intermediate state is seen',
  { skip: skip || onlyLong, timeout: 120_000 },
  async (t) => {
    const dataDir = t.testdir({});
    olderDatabase(dataDir);
    const [one, other, list] = await Promise.all([
      run(['migrate'], dataDir),
      run(['migrate'], dataDir),
      run(['account', 'list'], dataDir),
    ]);
    for (const { code, err } of [one, other]) {
      t.ok(code === 0 || /Another process serves the data folder/.test(err), `${code} ${err}`);
    }
    t.ok(one.code === 0 || other.code === 0);
    t.ok(list.code === 0 || /older release/.test(list.err), list.err);
    t.match(await run(['verify'], dataDir), { code: 0 });
  },
);

t.test(
  'a start × a restore, a migrate and a second start: the folder has one holder',
  { skip: skip || onlyLong, timeout: 120_000 },
  async (t) => {
    const dataDir = t.testdir({});
    const site = await startSite(t);
    t.equal((await run(['account', 'create', '--email', 'operator@example.com'], dataDir)).code, 0);
    const copy = join(dataDir, 'copy.sqlite');
    t.equal((await run(['backup', copy], dataDir)).code, 0);
    // All at once: the first one gets it, and the others are refused.
    const service = new ServiceProcess(dataDir, site.url);
    t.teardown(() => service.child.kill('SIGKILL'));
    const second = new ServiceProcess(dataDir, site.url);
    t.teardown(() => second.child.kill('SIGKILL'));
    const commands = await Promise.all([run(['restore', copy], dataDir), run(['migrate'], dataDir)]);
    for (const { code, err } of commands) {
      t.ok(code === 0 || /Another process serves|Another command uses/.test(err), `${code} ${err}`);
    }
    const outcomes = await Promise.all(
      [service, second].map((one) =>
        one.url().then(
          () => 'serves',
          (error: Error) => error.message,
        ),
      ),
    );
    t.ok(outcomes.filter((outcome) => outcome === 'serves').length <= 1, 'never two');
    for (const outcome of outcomes)
      t.match(outcome, /^serves$|Another process serves the data folder|is being restored/);
    for (const one of [service, second]) if (one.child.exitCode === null) t.equal(await one.stop(), 0);
    t.strictSame((await look(dataDir)).problems, []);
  },
);

t.test(
  'the command line revokes a key and deletes an account while a call runs',
  { skip, timeout: 120_000 },
  async (t) => {
    const dataDir = t.testdir({});
    const site = await startSite(t);
    const service = new ServiceProcess(dataDir, site.url);
    t.teardown(() => service.child.kill('SIGKILL'));
    await service.url();
    // This process is the second one.
    const command = (words: string[]) => runCommand({ DATA_DIR: dataDir }, words);
    const [key] = JSON.parse((await command(['key', 'list', '--account', 'operator@localhost', '--json'])).out);
    site.before(async () => t.match(await command(['key', 'revoke', key.key_id ?? key.id]), { code: 0 }));
    t.match(await service.scrape(site.url), { result: { _meta: { 'io.jobdata/receipt': { cost: 1.5 } } } });
    t.match(await service.scrape(site.url), { error: { data: { reason: 'invalid_key' } } }, 'from the next call on');
    t.match(await look(dataDir), { problems: [], settled: 1_500, used: 1_500 });
    const made = JSON.parse((await command(['key', 'create', '--account', 'operator@localhost', '--json'])).out);
    ServiceProcess.apiKeys.set(dataDir, made.api_key);
    site.before(async () => {
      t.match(await command(['account', 'delete', 'operator@localhost', '--yes']), { code: 0 });
    });
    t.match(await service.scrape(site.url), { error: { message: /account of this key has been deleted/ } });
    t.equal(await service.stop(), 0);
    t.match(await command(['verify']), { code: 0 });
  },
);
