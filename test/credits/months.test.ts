import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { runCommandLine } from '../../src/cli/run.ts';
import type { InvoiceLine } from '../../src/credits/invoice.ts';
import { DAY_MS } from '../../src/lib/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { openApi } from '../support/api.ts';
import { FakeClock } from '../support/clock.ts';
import { Visitor } from '../support/visitor.ts';

const PLANS = {
  free_trial: { monthly_credits: 100, rpm_limit: 100_000 },
  starter: { monthly_credits: 5, overage_rate: 0.02, rpm_limit: 100_000 },
  pro: { monthly_credits: 20, overage_rate: 0.015, rpm_limit: 100_000 },
};

/** The command line on a data folder, at a time that the test sets. */
class Desk {
  readonly clock = new FakeClock();
  readonly dataDir: string;
  #plans = 0;
  #receipts = 0;
  plansFile = '';

  constructor(t: Test) {
    this.dataDir = t.testdir({});
    this.plan(PLANS);
  }

  /** From now on PLANS_FILE is this. */
  plan(plans: object): void {
    this.#plans += 1;
    this.plansFile = join(this.dataDir, `plans-${this.#plans}.json`);
    writeFileSync(this.plansFile, JSON.stringify(plans));
  }

  async run(...words: string[]): Promise<string> {
    let out = '';
    let err = '';
    const code = await runCommandLine(words, {
      stdout: (text) => void (out += text),
      stderr: (text) => void (err += text),
      stdin: (async function* () {})(),
      interactive: false,
      env: { DATA_DIR: this.dataDir, PLANS_FILE: this.plansFile },
      overrides: { clock: this.clock },
    });
    if (code !== 0) throw new Error(err);
    return out;
  }

  async json<T>(...words: string[]): Promise<T> {
    return JSON.parse(await this.run(...words, '--json')) as T;
  }

  /** A call with this cost in thousandths, at the clock's time. */
  async charge(accountId: string, cost: number): Promise<void> {
    const terms = { allowance: 5_000, overageRate: 20_000 };
    const store = await openStore({ file: join(this.dataDir, 'jobdata.sqlite'), termsOf: () => terms });
    this.#receipts += 1;
    const at = this.clock.now();
    const hold = { receiptId: `r${this.#receipts}`, accountId, keyId: null, tool: 'scrape_url', amount: cost, at };
    await store.ledger.charge(hold, { cost, cached: false, at, durationMs: 1 });
    await store.close();
  }

  async invoice(...more: string[]): Promise<InvoiceLine[]> {
    return (await this.json<{ months: InvoiceLine[] }>('invoice', '--account', 'a@example.com', ...more)).months;
  }
}

const create = (desk: Desk, plan: string): Promise<{ account_id: string }> =>
  desk.json('account', 'create', '--email', 'a@example.com', '--plan', plan);

t.test('invoice months: the 31st, a leap February, the end of a year, and the 31st again', async (t) => {
  for (const [year, february] of [
    [2027, '02-28'],
    [2028, '02-29'],
  ] as const) {
    const desk = new Desk(t);
    desk.clock.set(`${year - 1}-10-31T23:30:00Z`);
    const { account_id: id } = await create(desk, 'starter');
    await desk.run('account', 'overage', id, '--limit', '10');
    const days = [
      `${year - 1}-10-31`,
      `${year - 1}-11-30`,
      `${year - 1}-12-31`,
      `${year}-01-31`,
      `${year}-${february}`,
    ];
    for (const [index, day] of days.entries()) {
      // The last moment of the month before, and the first of this one.
      desk.clock.set(`${day}T23:30:00.000Z`);
      if (index > 0) desk.clock.advance(-1);
      if (index > 0) await desk.charge(id, 10);
      desk.clock.set(`${day}T23:30:00.000Z`);
      await desk.charge(id, 5_000 + index * 100);
    }
    const lines = await desk.invoice();
    t.strictSame(
      lines.map(({ from, until }) => [from.slice(0, 10), until.slice(0, 10)]),
      [...days, `${year}-03-31`].flatMap((day, index, all) => (index === 0 ? [] : [[all[index - 1], day]])),
    );
    t.strictSame(
      lines.map((line) => [line.credits_used, line.overage_used, line.overage_sum, line.state]),
      [
        [5, 0.01, 0.0002, 'closed'],
        [5, 0.11, 0.0022, 'closed'],
        [5, 0.21, 0.0042, 'closed'],
        [5, 0.31, 0.0062, 'closed'],
        [5, 0.4, 0.008, 'open'],
      ],
      'the allowance first, what goes past it is overage',
    );
    t.equal((await desk.invoice('--month', `${year}-01`)).length, 1, 'by the calendar month it begins in');
    t.equal((await desk.invoice('--month', `${year}-12`)).length, 0);
    t.match(await desk.run('verify'), /sound/);
  }
});

t.test('a change of plan ends the month with a separate line at that moment', async (t) => {
  const desk = new Desk(t);
  desk.clock.set('2027-12-15T08:00:00Z');
  const { account_id: id } = await create(desk, 'starter');
  await desk.run('account', 'overage', id, '--limit', '10');
  await desk.charge(id, 7_500);
  desk.clock.set('2027-12-31T23:59:59.999Z');
  await desk.run('account', 'plan', id, 'pro');
  await desk.charge(id, 1_001);
  // Two changes in one moment: a month of no length, and nothing of it is lost.
  await desk.run('account', 'plan', id, 'starter');
  await desk.charge(id, 5_250);
  desk.clock.set('2028-01-31T23:59:59.999Z');
  const lines = await desk.invoice();
  t.strictSame(
    lines.map((line) => [line.from, line.plan, line.credits_used, line.overage_used, line.overage_sum, line.ended_by]),
    [
      ['2027-12-15T08:00:00.000Z', 'starter', 5, 2.5, 0.05, 'plan_change'],
      ['2027-12-31T23:59:59.999Z', 'pro', 1.001, 0, 0, 'plan_change'],
      ['2027-12-31T23:59:59.999Z', 'starter', 5, 0.25, 0.005, 'renewal'],
      ['2028-01-31T23:59:59.999Z', 'starter', 0, 0, 0, null],
    ],
  );
  for (const [index, line] of lines.entries()) {
    if (index > 0) t.equal(line.from, lines[index - 1]?.until, 'without a gap');
  }
  t.match(await desk.run('verify'), /sound/);
});

t.test('PLANS_FILE changed between two starts: allowances change at the renewal, the rate at once', async (t) => {
  const desk = new Desk(t);
  desk.clock.set('2026-11-20T10:00:00Z');
  const { account_id: id } = await create(desk, 'starter');
  await desk.run('account', 'overage', id, '--limit', '10');
  await desk.charge(id, 6_000);
  desk.plan({ ...PLANS, starter: { ...PLANS.starter, monthly_credits: 8, overage_rate: 0.03 } });
  t.match(await desk.json('usage', id), { monthly_credits: 5, credits_remaining: 0, overage_used: 1 });
  t.match(await desk.invoice(), [{ monthly_credits: 5, overage_used: 1, overage_rate: 0.03, overage_sum: 0.03 }]);
  desk.clock.set('2026-12-20T10:00:00Z');
  t.match(await desk.json('usage', id), { monthly_credits: 8, credits_remaining: 8, overage_used: 0 });
  // A plan that no longer exists: the account keeps its allowance, without an overage rate.
  desk.plan({ free_trial: PLANS.free_trial });
  t.match(await desk.json('usage', id), { plan: 'starter', monthly_credits: 5 });
  t.match(await desk.run('verify'), /sound/);
});

t.test(
  'the usage page, its CSV, the plan page, jobdata usage and jobdata invoice agree to a thousandth of a credit',
  async (t) => {
    const api = await openApi(t, { onDisk: true, plans: PLANS, plan: 'starter' });
    const { service, clock, accountId } = api;
    await service.accounts.setPassword(accountId, 'correct horse battery');
    await service.accounts.setOverage(accountId, 50);
    let receipts = 0;
    const charge = async (cost: number, tool = 'scrape_url'): Promise<void> => {
      receipts += 1;
      const at = clock.now();
      const hold = { receiptId: `rcpt_${receipts}`, accountId, keyId: null, tool, amount: cost + 500, at };
      await service.store.ledger.reserve(hold);
      await service.store.ledger.settle(hold.receiptId, { cost, cached: false, at, durationMs: 1 });
    };
    const visitor = new Visitor(service.app);
    const desk = async <T>(...words: string[]): Promise<T> => {
      let out = '';
      await runCommandLine([...words, '--json'], {
        stdout: (text) => void (out += text),
        stderr: (text) => t.equal(text, ''),
        stdin: (async function* () {})(),
        interactive: false,
        env: { ...api.env, PLANS_FILE: join(api.file, '..', 'plans.json') },
        overrides: { clock },
      });
      return JSON.parse(out) as T;
    };
    const total = (values: number[]): number => Math.round(values.reduce((sum, value) => sum + value * 1_000, 0));

    async function compare(used: number, what: string): Promise<void> {
      await visitor.logIn('caller@example.com');
      const { page } = await visitor.get('/usage');
      t.equal(total(page.attributes('data.day-total', 'value').map(Number)), used, `${what}: the chart`);
      t.equal(total(page.attributes('data.key-total', 'value').map(Number)), used, `${what}: by key`);
      const [, ...rows] = (await visitor.get('/usage.csv')).text.trim().split('\r\n');
      t.equal(total(rows.map((row) => Number(row.split(',')[3]))), used, `${what}: the CSV`);
      const usage = await desk<Record<string, number> & { calls: { cost: number }[] }>('usage', accountId);
      t.equal(
        total([usage['credits_used'] as number, usage['overage_used'] as number]),
        used,
        `${what}: jobdata usage`,
      );
      t.equal(total(usage.calls.map(({ cost }) => cost)), used, `${what}: its calls`);
      const { months } = await desk<{ months: InvoiceLine[] }>('invoice', '--account', accountId);
      const last = months.at(-1) as InvoiceLine;
      t.equal(total([last.credits_used, last.overage_used]), used, `${what}: jobdata invoice`);
      const plan = (await visitor.get('/plan')).page;
      t.equal(plan.rows('#months table').length, months.length, `${what}: the plan page has the same months`);
    }

    await charge(1_500);
    await charge(2_001, 'scrape_jobs');
    await compare(3_501, 'within the allowance');
    await charge(4_999);
    await charge(333, 'get_reputation');
    await compare(8_833, 'with overage');
    await service.accounts.changePlan(accountId, 'pro');
    await charge(1_234);
    await compare(1_234, 'after a plan change');
    clock.advance(31 * DAY_MS);
    await charge(777);
    await compare(777, 'after a renewal');
    await charge(25_000);
    await compare(25_777, 'with overage again');
    t.strictSame(await service.store.ledger.audit(clock.now()), []);
  },
);
