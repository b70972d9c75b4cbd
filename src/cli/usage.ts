import { DAY_MS, isoTime } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import { accountOf, formatTable, output, withAppContext, type Command } from './command.ts';

export const usage: Command = {
  name: 'usage',
  summary: "Show an account's credits and calls this month.",
  usage: '[ACCOUNT] [--json]',
  hidden: '--account ID',
  examples: ['', 'ann@example.com --json'],
  words: 1,
  run: (args) =>
    withAppContext(args, async ({ accounts, store, clock }) => {
      const account = await accountOf(args, accounts);
      const entries = await store.ledger.list(account.id, clock.now());
      const sums = await store.ledger.sums(account.id, clock.now());
      const answer = {
        plan: account.plan,
        monthly_credits: toCredits(account.allowance),
        credits_used: toCredits(account.allowance - account.balance),
        credits_remaining: toCredits(account.balance),
        overage_used: toCredits(account.overageUsed),
        resets_at: isoTime(account.periodEndsAt),
        calls: entries.map((entry) => ({
          receipt_id: entry.receiptId,
          tool: entry.tool,
          outcome: entry.outcome,
          cost: toCredits(entry.amount),
          at: isoTime(entry.createdAt),
        })),
        calls_in_sums: sums.map((sum) => ({
          day: isoTime(sum.day * DAY_MS).slice(0, 10),
          tool: sum.tool,
          outcome: sum.outcome,
          calls: sum.calls,
        })),
      };
      const { calls, calls_in_sums: inSums, ...figures } = answer;
      const head = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
      const rows = calls.map((call) => [call.at, call.tool, call.outcome, String(call.cost), call.receipt_id]);
      const more = inSums.map((sum) => [sum.day, sum.tool, sum.outcome, String(sum.calls)]);
      const shown = [...head, '', formatTable(['AT', 'TOOL', 'OUTCOME', 'COST', 'RECEIPT'], rows)];
      if (more.length > 0) {
        shown.push('', 'Free calls beyond sixty a minute of a key, noted in sums:', '');
        shown.push(formatTable(['DAY', 'TOOL', 'OUTCOME', 'CALLS'], more));
      }
      output(args, answer, shown.join('\n'));
    }),
};
