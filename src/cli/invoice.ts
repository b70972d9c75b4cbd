import { termsOf } from '../accounts/plans.ts';
import { invoiceLines, linesOfMonth, type InvoiceLine } from '../credits/invoice.ts';
import { UsageError } from '../errors.ts';
import { formatTable, JSON_OPTION, printJson, requirePositional, text, withCore, type Command } from './command.ts';

const COLUMNS = [
  'from',
  'until',
  'plan',
  'monthly_credits',
  'credits_used',
  'overage_used',
  'overage_rate',
  'overage_sum',
  'state',
  'ended_by',
] as const satisfies readonly (keyof InvoiceLine)[];

export const invoice: Command = {
  name: 'invoice',
  summary: "Show an account's months: credits used, overage, its rate and sum.",
  usage: '--account ID [--month YYYY-MM] [--csv | --json]',
  details:
    'A month begins on the account\'s own date, and a plan change ends it with a line of its own. --month picks the lines that begin in that calendar month (UTC). The present month is "open": its figures still move. Rates and sums are in the currency that your plans are priced in.',
  words: 1,
  options: { ...JSON_OPTION, account: { type: 'string' }, month: { type: 'string' }, csv: { type: 'boolean' } },
  run: (given) =>
    withCore(given, async ({ accounts, store, clock }) => {
      const named =
        text(given, 'account') ?? requirePositional(given, 0, 'The option --account (an id or e-mail address)');
      const month = text(given, 'month');
      if (month !== undefined && !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))
        throw new UsageError('--month takes a year and month such as 2026-11.');
      if (given.values['csv'] && given.values['json']) throw new UsageError('Give either --csv or --json.');
      const account = await accounts.require(named);
      const all = invoiceLines(
        account,
        await store.accounts.months(account.id, clock.now()),
        termsOf(accounts.planOf(account)),
      );
      const lines = month === undefined ? all : linesOfMonth(all, month);
      if (given.values['json']) {
        return printJson(given, { account_id: account.id, email: account.email, months: lines });
      }
      const rows = lines.map((line) => COLUMNS.map((column) => String(line[column] ?? '')));
      if (given.values['csv']) {
        given.terminal.stdout([COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join(''));
        return;
      }
      const header = COLUMNS.map((column) => column.replaceAll('_', ' ').toUpperCase());
      given.terminal.stdout(`${account.email} (${account.id})\n\n${formatTable(header, rows)}\n`);
    }),
};
