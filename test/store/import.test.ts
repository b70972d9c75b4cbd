import { join } from 'node:path';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import { Database } from '../../src/store/better-sqlite3.ts';
import { openStore } from '../../src/store/open.ts';
import { freshDatabase, withoutPostgres } from '../support/postgres-server.ts';
import { olderDatabase } from './older-database.ts';

const skip = await withoutPostgres();

/** One day after its last call. */
const NOW = Date.parse('2026-03-20T12:00:00Z');

/** Rows for the tables that the older database left empty, and values that PostgreSQL represents differently. */
const MORE = `
  INSERT INTO login_step VALUES ('${'1'.repeat(64)}', 'ann', 'scrypt$1', 2, ${NOW + 60_000});
  INSERT INTO login_link VALUES ('${'6'.repeat(64)}', 'ann', ${NOW}, ${NOW + 60_000}, NULL);
  INSERT INTO saved_search (id, account_id, name, language, arguments, frequency, hour, weekday, zone, mail, webhook,
    webhook_url, webhook_secret, created_at, next_run_at, has_run)
    VALUES ('sea_1', 'ann', 'Cuisinière “é”', 'fr', '{}', 'daily', 8, 1, 'Europe/Paris', 'on', 'off', '', '', ${NOW}, ${NOW}, 1);
  INSERT INTO saved_search_seen VALUES ('sea_1', '${'7'.repeat(32)}', 20000);
  INSERT INTO saved_delivery VALUES ('dlv_1', 'sea_1', ${NOW}, '{}', ${NOW});
  INSERT INTO saved_delivery_way VALUES ('dlv_1', 'mail', 'waiting', 1, ${NOW}, 'timeout', ${NOW}, NULL);
  INSERT INTO second_factor VALUES ('ann', 'SECRET', ${NOW}, 57, NULL, NULL);
  INSERT INTO recovery_code VALUES ('ann', '${'2'.repeat(64)}'), ('ann', '${'3'.repeat(64)}');
  INSERT INTO source_check VALUES (40, 'reed', ${NOW}, 'well', 12, '{"title":1}', '');
  INSERT INTO source_day VALUES ('reed', 20000, '{"well":3}', '{}');
  INSERT INTO source_health VALUES ('reed', ${NOW}, 'well', '{}', NULL, NULL);
  INSERT INTO source_alert VALUES ('alert_1', 'reed', ${NOW}, '{}');
  INSERT INTO source_alert_delivery VALUES ('alert_1', 'mail', 'waiting', 1, ${NOW});
  INSERT INTO oauth_client VALUES ('client_1', 'Client “é” 🧭', '["https://client.example/"]', 'net', ${NOW}, NULL);
  INSERT INTO oauth_request SELECT '${'4'.repeat(64)}', hash, '{}', ${NOW}, ${NOW + 1} FROM session LIMIT 1;
  INSERT INTO oauth_grant VALUES ('key_ann', 'client_1', NULL, 'client.example', 'https://jobs.example/mcp', ${NOW}, NULL);
  INSERT INTO oauth_token VALUES ('${'5'.repeat(64)}', 'access', 'key_ann', NULL, NULL, ${NOW + 1}, NULL);
  UPDATE audit SET detail = 'named "a' || char(0) || 'b\\, {c}"' WHERE id = (SELECT max(id) FROM audit);
  INSERT INTO replay SELECT account_id, 'large', tool, arguments_hash, replace(hex(zeroblob(600000)), '00', 'é"\\'), expires_at, 600000
    FROM replay LIMIT 1;
  INSERT INTO replay SELECT account_id, 'ab', tool, arguments_hash, '1', expires_at, 4096 FROM replay LIMIT 1;
  INSERT INTO replay SELECT account_id, 'a' || char(0) || 'b', tool, arguments_hash, '2', expires_at, 4096 FROM replay LIMIT 1;
`;

/** A data folder with at least one row in every table, and a call that never ended. */
async function makeSource(t: Test): Promise<string> {
  const file = olderDatabase(t.testdir({}));
  await (await openStore({ file, role: 'migrate', now: NOW })).close();
  const db = new Database(file);
  db.exec(MORE);
  db.close();
  return file;
}

type Rows = Record<string, Record<string, unknown>[]>;

/** The rows that the database should have, for every table of the file. */
function readFile(file: string): Rows {
  const db = new Database(file, { readonly: true });
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('jobs_cache', 'probe')")
    .pluck()
    .all();
  const rows: Rows = {};
  for (const name of names) {
    rows[name] = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`).all();
    for (const row of rows[name])
      for (const [column, value] of Object.entries(row))
        // A key that callers choose is compared as text, so that it cannot be mistaken for another.
        if (typeof value === 'string' && value.includes('\0'))
          row[column] =
            name === 'replay' && column === 'key' ? `\ufffd${JSON.stringify(value)}` : value.replaceAll('\0', '');
  }
  db.close();
  return rows;
}

async function readDatabase(url: string, names: readonly string[]): Promise<Rows> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const rows: Rows = {};
  for (const name of names) {
    // As SQLite writes them: bigint and booleans as numbers.
    const { rows: found } = await client.query<{ row: Record<string, unknown> }>(
      `SELECT to_json(${name}) AS row FROM ${name}`,
    );
    rows[name] = found.map(({ row }) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(
            ([column]) =>
              !(name === 'ledger' && column === 'holder') &&
              !(name === 'replay' && ['holder', 'receipt_id'].includes(column)),
          )
          .map(([column, value]) => [column, typeof value === 'boolean' ? Number(value) : value]),
      ),
    );
  }
  await client.end();
  return rows;
}

const sorted = (rows: readonly object[] = []): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))).sort();

/** The command line with these settings. */
async function run(line: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCommandLine(line, {
    stdout: (text) => (out += text),
    stderr: (text) => (err += text),
    stdin: (async function* (): AsyncGenerator<Buffer> {})(),
    interactive: false,
    env,
    overrides: { clock: { now: () => NOW } },
  });
  return { code, out, err };
}

t.test('an import moves every row of an installation', { skip }, async (t) => {
  const file = await makeSource(t);
  const env = { DATABASE_URL: await freshDatabase(t), REDIS_URL: 'redis://127.0.0.1:1', DATA_DIR: t.testdirName };
  const empty = Object.entries(readFile(file)).filter(([, rows]) => rows.length === 0);
  t.strictSame(empty, [], 'every table of the file has a row that may be lost');
  const moved = await run(['import', '--from', file, '--json'], env);
  t.equal(moved.err, '');
  t.equal(moved.code, 0);
  const said = JSON.parse(moved.out) as {
    released: number;
    problems: string[];
    sums: Record<string, { file: number; database: number }>;
  };
  t.strictSame(said.problems, []);
  t.equal(said.released, 1, 'what died with its process was given back first');
  t.ok((said.sums['ledger.amount']?.file ?? 0) > 0);

  const before = readFile(file);
  const after = await readDatabase(env.DATABASE_URL, Object.keys(before));
  for (const name of Object.keys(before)) t.strictSame(sorted(after[name]), sorted(before[name]), name);

  t.equal((await run(['verify'], env)).out, 'The store and the ledger are sound.\n');
  t.equal((await run(['verify'], { DATA_DIR: t.testdirName })).out, 'The store and the ledger are sound.\n');

  // A repeated call finds its answer, whatever its key.
  const { replays, ...rest } = await openStore({ file: '', url: env.DATABASE_URL });
  for (const [key, result] of Object.entries({ ab: '1', 'a\0b': '2' })) {
    const owner = String(before['replay']?.find((row) => row['result'] === result)?.['account_id']);
    t.match(await replays.find(owner, key, 0), { result }, JSON.stringify(key));
  }
  await rest.close();

  // Sequences of the database continue after the imported numbers.
  const store = await openStore({ file: '', url: env.DATABASE_URL });
  await store.audit.add({ accountId: 'ann', action: 'key.create', detail: 'after the move', at: NOW });
  t.equal((await store.audit.list('ann', 1))[0]?.detail, 'after the move');
  await store.close();

  const again = await run(['import', '--from', file], env);
  t.equal(again.code, 1);
  t.match(again.err, /not empty \(table \w+\).*Nothing was moved\./);
});

t.test('an impossible import is refused with a sentence, and moves nothing', { skip }, async (t) => {
  const file = await makeSource(t);
  const url = await freshDatabase(t);
  const env = { DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1', DATA_DIR: t.testdirName };
  const refused = async (line: string[], message: RegExp, settings: NodeJS.ProcessEnv = env): Promise<void> => {
    const { code, err } = await run(line, settings);
    t.not(code, 0, String(message));
    t.match(err, message);
  };
  await refused(['import'], /--from is missing/);
  await refused(['import', '--from', file], /DATABASE_URL is not set/, { DATA_DIR: t.testdirName });
  await refused(['import', '--from', join(t.testdirName, 'none.sqlite')], /There is no file/);
  await refused(['import', '--from', t.testdirName], /is no file: name the database in it\./);

  const older = olderDatabase(t.testdir({ older: {}, served: {} }) + '/older');
  await refused(['import', '--from', older], /from an older release \(schema 14/);

  const served = olderDatabase(join(t.testdirName, 'served'));
  const service = await openStore({ file: served, role: 'serve', now: NOW });
  await refused(['import', '--from', served], /Another process serves the data folder/);
  await service.close();

  const db = new Database(served);
  db.exec(`UPDATE account SET balance = balance - 1 WHERE id = 'ann'`);
  db.close();
  await refused(['import', '--from', served], /is not sound\. Nothing was moved\.\nAccount ann/);

  await refused(['backup', 'copy.sqlite'], /pg_dump/);
  await refused(['restore', 'copy.sqlite'], /pg_restore/);
  // Tables of others in the database are neither copied nor replaced.
  const beside = { ...env, DATABASE_URL: 'postgres://host/shared?options=-csearch_path%3Dour_jobs%2Cpublic' };
  await refused(['backup', 'copy'], /pg_dump --format=custom --schema=our_jobs --file=FILE "\$DATABASE_URL"\./, beside);
  await refused(['restore', 'copy'], /--single-transaction --schema=our_jobs --dbname="\$DATABASE_URL" FILE\./, beside);

  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM account');
  t.equal(rows[0]?.n, 0);
  await client.query(`INSERT INTO replica (id, lease_until) VALUES ('other', clock_timestamp() + interval '1 minute')`);
  await client.end();
});
