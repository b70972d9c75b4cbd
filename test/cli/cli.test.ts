import { Readable } from 'node:stream';
import { writeFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { readArguments, type Terminal } from '../../src/cli/command.ts';
import { commandGroups } from '../../src/cli/index.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { VERSION } from '../../src/version.ts';

const COMMAND_GROUPS = await commandGroups();
const COMMANDS = COMMAND_GROUPS.flatMap(([, commands]) => commands);

function shell(t: Test) {
  const env = { DATA_DIR: t.testdir({}), LOG_LEVEL: 'silent' };
  return async (words: string[], stdin = '') => {
    let out = '';
    let err = '';
    const code = await runCommandLine(words, {
      stdout: (text) => (out += text),
      stderr: (text) => (err += text),
      stdin: Readable.from([stdin]),
      interactive: false,
      env,
    });
    return { code, out, err, json: () => JSON.parse(out) };
  };
}

t.test('SPEC §11: help and wrong usage', async (t) => {
  const run = shell(t);
  const help = await run(['--help']);
  t.equal(help.code, 0);
  for (const { name } of COMMANDS) {
    t.match(help.out, name);
    const own = await run([...name.split(' '), '--help']);
    t.equal(own.code, 0);
    t.match(own.out, `jobdata ${name}`);
  }
  for (const words of [
    ['nope'],
    ['account'],
    ['account', 'create'],
    ['account', 'create', '--nope'],
    ['read', 'colour', 'x'],
    ['read', 'salary'],
    ['key', 'rotate', 'x', '--overlap', '2d'],
    ['account', 'delete', 'x'],
    ['read', 'salary', '--country', 'DE', 'x'],
  ]) {
    const { code, out, err } = await run(words);
    t.equal(code, 2, words.join(' '));
    t.equal(out, '');
    t.not(err, '');
  }
  t.equal((await run(['help', 'account', 'plan'])).out, (await run(['account', 'plan', '--help'])).out);
  t.equal((await run(['help'])).out, help.out);
  t.match((await run(['account', '--help'])).out, /account create/);
  t.notMatch((await run(['account', '--help'])).out, /key create/);
  for (const words of [['--version'], ['-v'], ['version']]) t.equal((await run(words)).out, `${VERSION}\n`);
});

t.test('the help has a heading for each group, and units, ranges and examples for each command', async (t) => {
  const run = shell(t);
  const { out } = await run(['--help']);
  const lines = out.split('\n');
  for (const [heading, commands] of COMMAND_GROUPS) {
    const at = lines.indexOf(heading);
    t.strictSame(
      lines.slice(at + 1, at + 1 + commands.length).map((line) => line.trim().split('  ')[0]),
      commands.map(({ name }) => name),
      heading,
    );
  }
  const search = (await run(['search', '--help'])).out;
  for (const said of [
    /^ {2}KM: a whole number of kilometres from 0 to 100$/m,
    /^ {2}AMOUNT: pounds or euros a year, in digits such as 40000$/m,
    /^ {2}DAYS: a whole number of days from 1 to 90$/m,
    /^Examples:\n {2}jobdata search "software engineer" --sample$/m,
  ])
    t.match(search, said);
  const [, usage = ''] = search.split('\n\n');
  t.ok(usage.split('\n').length > 3, 'a long usage goes over several lines');
  t.ok(usage.split('\n').every((line) => line.length <= 100));
  t.match(usage, / \[--work-mode remote,hybrid\]/, 'an option stays whole');
  const terminal = {} as Terminal;
  for (const command of COMMANDS) {
    t.ok(command.examples.length > 0, command.name);
    for (const example of command.examples) {
      const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
      t.doesNotThrow(() => readArguments(command, words, terminal), `${command.name} ${example}`);
    }
  }
});

t.test('SPEC §11: mistakes are explained in a sentence', async (t) => {
  const run = shell(t);
  const rows: [words: string[], code: number, says: RegExp][] = [
    [['nope', 'x'], 2, /^There is no command "nope"\. jobdata --help lists them\.$/m],
    [['account'], 2, /^jobdata account needs one of these words next: create, list, plan, /],
    [['key', 'destroy'], 2, /^jobdata key needs one of these words next: create, rotate, revoke, list, test\.$/m],
    [['serch', 'nurse'], 2, /^There is no command "serch"\. Did you mean "search"\? jobdata --help lists them\.$/m],
    [['acount', 'list'], 2, /^There is no command "acount"\. Did you mean "account list"\?/m],
    [['serch', '--help'], 2, /^There is no command "serch"\. Did you mean "search"\?/m],
    [['help', 'serch'], 2, /Did you mean "search"\?/],
    [['parse', 'red', 'x'], 2, /^There is no source "red"\. Did you mean "reed"\? Sources: /m],
    [['fixture', 'hello_wrk', 'x'], 2, /^There is no platform "hello_wrk"\. Did you mean "hellowork"\?$/m],
    [['usage', '--nope'], 2, /\n {2}jobdata usage \[ACCOUNT\] \[--json\]\n\njobdata usage --help says more\.\n$/],
    [['keys'], 2, /^There is no command "keys"\. Did you mean "key"\?/m],
    [['list', 'account'], 2, /Did you mean "account list"\?/],
    [['account', 'crate'], 2, /^jobdata account needs one of these words next: .* Did you mean "create"\?$/m],
    [['usage', '--acount', 'x'], 2, /^Unknown option '--acount'\. Did you mean "--account"\?$/m],
    [['search', 'x', '--min_salary', '4'], 2, /^Unknown option '--min_salary'\. Did you mean "--min-salary"\?$/m],
    [['search', 'x', '--salary-min', '4'], 2, /^Unknown option '--salary-min'\. Did you mean "--min-salary"\?$/m],
    [['account', 'list', '--off'], 2, /^Unknown option '--off'\.$/m],
    [['reputation', 'x', '--mode', 'dep'], 2, /^--mode must be one of: light, deep\. Did you mean "deep"\?$/m],
    [['search', 'x', '--radius', '101'], 2, /^--radius takes a whole number of kilometres from 0 to 100\.$/m],
    [['account', 'overage', 'x', '--off=no'], 2, /^Option '--off' does not take an argument$/m],
    [['account', 'overage', 'x', '--limit', 'five'], 2, /^--limit takes a number of credits\.$/m],
    [['key', 'create', '--expires', 'soon'], 2, /^--expires takes an ISO 8601 time such as 2026-/m],
    [['key', 'rotate', 'x', '--overlap', '2d'], 2, /^--overlap must be one of: 0, 1h, 24h, 7d\.$/m],
    [['key', 'list'], 2, /^There is no account yet\. Create one: jobdata account create --email /m],
    [['account', 'link'], 2, /^This command looked in \S+ \(DATA_DIR\)\. If your service keeps its data elsewhere/m],
    [['account', 'delete', '--yes'], 2, /^ACCOUNT \(an ID or e-mail address\) is missing\.$/m],
    [['invoice', 'x', '--month', '2026-13'], 2, /^--month takes a year and month such as 2026-11\.$/m],
    [['search', 'x', '--agencies', 'perhaps'], 2, /^--agencies must be one of: yes, no\.$/m],
    // Words that would otherwise be ignored silently.
    [
      ['account', 'create', '--email', 'a@b.co', 'Ann'],
      2,
      /^"Ann" is one word too many\. This command takes options only\./,
    ],
    [['account', 'create', 'a@b.co'], 2, /one word too many\. This command takes options only\.\n.*\n.*--email E/],
    [['account', 'list', 'a@b.co'], 2, /one word too many/],
    [
      ['match', 'Tesco', 'Tesco', 'Bank'],
      2,
      /^"Bank" is one word too many\. Put quotes around text of several words\./,
    ],
    [['verify', 'all'], 2, /one word too many/],
    [['hash', 'Data analyst'], 2, /--title, --company and --location/],
    [['account', 'plan', 'a@b.co'], 2, /^PLAN is missing\.$/m],
    [['account', 'plan', 'pro'], 2, /^There is no account yet\./m],
    [['key', 'create', '--account', 'x', '--tools', 'ping,scrape'], 2, /^--tools must be one of: ping, scrape_jobs, /],
    [['parse', 'reed', '/nowhere/page.html'], 1, /^There is no file "\/nowhere\/page\.html"\.$/m],
    [['parse', 'glassdoor', '/nowhere/page.html'], 1, /^There is no file/],
    [['parse', 'page', '/nowhere/page.html', '--url', 'https://x.example/'], 1, /^There is no file/],
    [['parse', 'reed', t.testdir({})], 1, /is a folder, not a file\.$/m],
    [['scrape', 'nonsense'], 2, /^URL must be an http or https address, as in https:\/\/example\.com\/\.$/m],
    [['scrape', 'file:///etc/passwd'], 2, /^URL must be/],
  ];
  for (const [words, code, says] of rows) t.match(await run(words), { code, out: '', err: says }, words.join(' '));
});

t.test('SPEC §11: accounts, keys, usage', async (t) => {
  const run = shell(t);
  const created = (
    await run([
      'account',
      'create',
      '--email',
      'Ann@Example.com',
      '--plan',
      'pro',
      '--subscription-id',
      'sub-7',
      '--json',
    ])
  ).json();
  t.match(created, { account_id: /^acc_/, email: 'ann@example.com', plan: 'pro', api_key: /^jdm_live_\w{38}$/ });
  t.strictSame(Object.keys(created), ['account_id', 'email', 'plan', 'api_key']);
  const again = await run(['account', 'create', '--email', 'ann@example.com']);
  t.match(again, { code: 1, out: '', err: /already exists/ });
  for (const bad of [
    ['--email', 'nonsense'],
    ['--email', 'a@b.c', '--plan', 'gold'],
  ])
    t.equal((await run(['account', 'create', ...bad])).code, 1);
  t.match((await run(['account', 'list', '--json'])).json(), [{ email: 'ann@example.com', subscription_id: 'sub-7' }]);
  const id = created.account_id as string;
  t.match((await run(['account', 'overage', id, '--limit', '12.5', '--json'])).json(), { overage_limit: 12.5 });
  t.match((await run(['account', 'overage', id, '--off', '--json'])).json(), { overage_limit: null });
  t.match((await run(['account', 'plan', 'ann@example.com', 'power', '--json'])).json(), {
    plan: 'power',
    monthly_credits: 10_000,
    subscription_id: 'sub-7',
  });
  t.match((await run(['account', 'operator', id, '--json'])).json(), { operator: true });
  t.equal((await run(['account', 'password', id], 'correct horse battery\n')).code, 0);
  t.match(await run(['account', 'password', id, '--password', 'short']), { code: 1, err: /10 characters/ });
  const key = (
    await run(['key', 'create', '--account', id, '--name', 'ci', '--tools', 'ping', '--daily-cap', '5', '--json'])
  ).json();
  t.match(key, { key_id: /^key_/, api_key: /^jdm_live_/ });
  t.match((await run(['key', 'rotate', key.key_id, '--overlap', '1h', '--json'])).json(), {
    name: 'ci',
    api_key: /^jdm_live_/,
  });
  t.equal((await run(['key', 'revoke', key.key_id])).code, 0);
  const keys = (await run(['key', 'list', '--account', id, '--json'])).json();
  t.equal(keys.length, 3);
  t.ok(keys.every((listed: object) => !JSON.stringify(listed).includes(key.api_key)));
  t.match((await run(['usage', '--account', id, '--json'])).json(), {
    plan: 'power',
    monthly_credits: 10_000,
    credits_used: 0,
    credits_remaining: 10_000,
    overage_used: 0,
    resets_at: String,
    calls: [],
  });
  t.match((await run(['usage', '--account', 'acc_nobody'])).code, 1);
  t.match((await run(['account', 'list'])).out, /ann@example.com/);
  t.match((await run(['verify', '--json'])).json(), { ok: true, problems: [] });
  t.match((await run(['account', 'delete', id, '--yes', '--json'])).json(), { ok: true });
  t.strictSame((await run(['account', 'list', '--json'])).json(), []);
});

t.test('an account is given as an argument or an option; with only one account it can be left out', async (t) => {
  const run = shell(t);
  const ann = (await run(['account', 'create', '--email', 'ann@example.com', '--plan', 'starter', '--json'])).json();
  t.equal((await run(['usage', '--json'])).json().plan, 'starter');
  t.equal((await run(['account', 'plan', 'pro', '--json'])).json().plan, 'pro');
  t.equal((await run(['account', 'plan', '--plan', 'power', '--json'])).json().plan, 'power');
  t.equal((await run(['account', 'overage', '--limit', '5', '--json'])).json().overage_limit, 5);
  t.equal((await run(['account', 'operator', '--json'])).json().operator, true);
  t.equal((await run(['account', 'password'], 'correct horse battery\n')).code, 0);
  t.match((await run(['account', 'factor'])).out, /second factor is off/);
  t.match((await run(['account', 'unlock'])).out, /^http/);
  t.equal((await run(['key', 'create', '--name', 'ci', '--json'])).json().account_id, ann.account_id);
  t.equal((await run(['key', 'list', '--json'])).json().length, 2);
  t.match((await run(['key', 'test'])).out, /^test_key: jdm_test_/);
  t.strictSame((await run(['app', 'list', '--json'])).json(), []);
  t.match((await run(['invoice'])).out, /^ann@example\.com/);
  t.equal((await run(['account', 'delete', '--yes'])).code, 2, 'what cannot be undone needs the name');

  await run(['account', 'create', '--email', 'bob@example.com', '--plan', 'starter']);
  for (const words of [['usage'], ['key', 'list'], ['account', 'plan', 'pro'], ['account', 'factor', '--off']])
    t.match(await run(words), {
      code: 2,
      out: '',
      err: /^Name the ACCOUNT \(an ID or e-mail address\)\. There are 2: (?:ann|bob)@example\.com, (?:ann|bob)@example\.com\.$/m,
    });
  for (const words of [[ann.account_id], ['ann@example.com'], ['--account', 'ann@example.com']]) {
    t.equal((await run(['usage', ...words, '--json'])).json().plan, 'power');
    t.equal((await run(['account', 'plan', ...words, 'power', '--json'])).json().email, 'ann@example.com');
  }
});

t.test('SPEC §11: read: readers and their lines', async (t) => {
  const run = shell(t);
  t.strictSame((await run(['read', 'salary', '--country', 'GB', '£30,000 - £35,000'])).json(), {
    salary_min: 30000,
    salary_max: 35000,
    salary_unlisted: false,
  });
  t.strictSame((await run(['read', 'work-mode', 'Fully remote'])).json(), { work_mode: 'remote' });
  t.match((await run(['read', 'salary', '--country', 'fr', '--json', '40 k€ brut annuel'])).json(), {
    salary_min: 40000,
  });
  t.strictSame(
    (await run(['read', 'posted-date', '--country', 'FR', '--now', '2026-11-20T10:00:00Z', 'hier'])).json(),
    { posted_date: '2026-11-19' },
  );
  const french = (await run(['read', 'salary', '2 100 € brut par mois'])).json();
  t.equal(french.salary_min, 25_200, 'the country of the text');
  t.equal((await run(['read', 'salary', '--country', 'GB', '2 100 € brut par mois'])).json().salary_min, null);
  const lines = await run(
    ['read', 'salary', '-'],
    '{"country":"FR","text":"40 - 45 k€ brut annuel"}\nnonsense\n{"country":"FR"}\n[]\n{"country":"GB","text":"£12 an hour"}\n{"text":"12 € de l’heure"}\n',
  );
  const answers = lines.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.match(answers, [
    { salary_min: 40000 },
    { error: String },
    { error: /text/ },
    { error: String },
    { salary_min: 23400 },
    { salary_min: 21_840 },
  ]);
  t.match(
    (
      await run(['hash', '--title', 'Data Analyst (H/F)', '--company', 'Acme Ltd', '--location', 'Paris 11e – 75'])
    ).json(),
    { dedup_hash: '484697cfae891ffc50fcdc3fc9f006b0' },
  );
  t.match((await run(['hash', '-'], '{"title":"Data analyst","company":"ACME","location":"Paris"}\n')).json(), {
    dedup_hash: '484697cfae891ffc50fcdc3fc9f006b0',
  });
});

t.test('SPEC §11: parse', async (t) => {
  const run = shell(t);
  const file = `${t.testdirName}/feed.xml`;
  writeFileSync(
    file,
    '<nhsJobs><vacancyDetails><reference>T1-26-0001</reference><title>Nurse</title><employer>Trust</employer></vacancyDetails><totalPages>1</totalPages></nhsJobs>',
  );
  t.match((await run(['parse', 'nhs_jobs', file])).json(), [{ title: 'Nurse', also_on: [] }]);
  t.match(await run(['parse', 'nope', file]), { code: 2 });
  t.match(await run(['parse', 'reed', file]), { code: 1, out: '', err: /Reed/ });
  t.match(await run(['parse', 'reed', '/nowhere']), { code: 1 });
});
