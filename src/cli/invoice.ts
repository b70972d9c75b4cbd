import { termsOf } from '../accounts/plans.ts';
import { invoiceLines, linesOfMonth, type InvoiceLine } from '../credits/invoice.ts';
import { UsageError } from '../errors.ts';
import { accountOf, formatTable, output, text, withAppContext, type Command } from './command.ts';

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
  summary: "Show an account's months: credits used, overage, its rate and its cost.",
  usage: '[ACCOUNT] [--month YYYY-MM] [--csv | --json]',
  hidden: '--account ID',
  examples: ['', 'ann@example.com --month 2026-11 --csv'],
  details:
    'A month begins on the account\'s own date; a change of plan ends the month and adds a line. --month picks the lines that begin in that calendar month (UTC). The current month is "open": its figures can still change. Rates and amounts are in the currency of your plans.',
  words: 1,
  run: (args) =>
    withAppContext(args, async ({ accounts, store, clock }) => {
      const month = text(args, 'month');
      if (args.values['csv'] && args.values['json']) throw new UsageError('Give either --csv or --json.');
      const account = await accountOf(args, accounts);
      const all = invoiceLines(
        account,
        await store.accounts.months(account.id, clock.now()),
        termsOf(accounts.planOf(account)),
      );
      const lines = month === undefined ? all : linesOfMonth(all, month);
      const rows = lines.map((line) => COLUMNS.map((column) => String(line[column] ?? '')));
      if (args.values['csv']) {
        args.terminal.stdout([COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join(''));
        return;
      }
      const header = COLUMNS.map((column) => column.replaceAll('_', ' ').toUpperCase());
      const { id, email } = account;
      output(args, { account_id: id, email, months: lines }, `${email} (${id})\n\n${formatTable(header, rows)}`);
    }),
};
