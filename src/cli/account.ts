import { UsageError } from '../errors.ts';
import { isoTime } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import type { AccountRecord } from '../store/types.ts';
import {
  accountOf,
  formatTable,
  output,
  readStdin,
  requirePositional,
  requireText,
  text,
  withAppContext,
  requireYes,
  type Command,
  type CommandArguments,
} from './command.ts';

function show(account: AccountRecord): Record<string, unknown> {
  return {
    account_id: account.id,
    email: account.email,
    plan: account.plan,
    subscription_id: account.subscriptionId,
    monthly_credits: toCredits(account.allowance),
    credits_remaining: toCredits(account.balance),
    overage_limit: account.overageLimit === null ? null : toCredits(account.overageLimit),
    overage_used: toCredits(account.overageUsed),
    resets_at: isoTime(account.periodEndsAt),
    trial_ends_at: account.trialEndsAt === null ? null : isoTime(account.trialEndsAt),
    operator: account.operator,
    created_at: isoTime(account.createdAt),
  };
}

function print(args: CommandArguments, account: AccountRecord): void {
  output(args, show(account), (shown) =>
    Object.entries(shown)
      .map(([name, value]) => `${name}: ${value ?? '–'}`)
      .join('\n'),
  );
}

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    summary: 'Create an account and its first key (shown once).',
    usage: '--email E [--plan P] [--subscription-id S] [--json]',
    examples: ['--email ann@example.com', '--email ann@example.com --plan pro'],
    run: async (args) => {
      const named = requireText(args, 'email');
      const asked = text(args, 'plan');
      const subscriptionId = text(args, 'subscription-id');
      await withAppContext(args, async ({ accounts, apiKeys }) => {
        const { id, email, plan } = await accounts.create({
          email: named,
          ...(asked ? { plan: asked } : {}),
          ...(subscriptionId ? { subscriptionId } : {}),
        });
        const { apiKey } = await apiKeys.create(id);
        const answer = { account_id: id, email, plan, api_key: apiKey };
        if (args.values['json']) return output(args, answer);
        const { apiKey: testKey } = await apiKeys.test(id);
        args.terminal.stdout(
          `account_id: ${id}\nemail: ${email}\nplan: ${plan}\napi_key: ${apiKey}\ntest_key: ${testKey}\n\nThe api_key is shown only now; "jobdata key test" shows the test_key again.\n`,
        );
      });
    },
  },
  {
    name: 'account list',
    summary: 'List the accounts.',
    usage: '[--json]',
    examples: ['', '--json'],
    run: (args) =>
      withAppContext(args, async ({ accounts }) => {
        const list = await accounts.list();
        const rows = list.map((account) => [
          account.id,
          account.email,
          account.plan,
          `${toCredits(account.balance)} of ${toCredits(account.allowance)}`,
          isoTime(account.periodEndsAt).slice(0, 10),
        ]);
        output(args, list.map(show), formatTable(['ACCOUNT', 'EMAIL', 'PLAN', 'CREDITS LEFT', 'RESETS'], rows));
      }),
  },
  {
    name: 'account plan',
    summary: 'Change the plan. This takes effect at once and starts a new month.',
    usage: '[ACCOUNT] PLAN [--subscription-id S] [--json]',
    examples: ['pro', 'ann@example.com pro'],
    hidden: '--account ID --plan P',
    words: 2,
    run: (args) =>
      withAppContext(args, async ({ accounts }) => {
        // ACCOUNT and PLAN can each be given as an option instead. A single word is therefore taken for an account only
        // if it looks like an ID or an e-mail address.
        const words = [...args.positionals];
        const named = /^acc_|@/.test(words[0] ?? '') || words.length > 1 ? [words.shift() as string] : [];
        const plan = text(args, 'plan') ?? words.shift();
        if (plan === undefined) throw new UsageError('PLAN is missing.');
        const { id } = await accountOf({ ...args, positionals: named }, accounts);
        print(args, await accounts.changePlan(id, plan, text(args, 'subscription-id')));
      }),
  },
  {
    name: 'account overage',
    summary: 'Allow overage up to a monthly limit in credits, or switch it off.',
    usage: '[ACCOUNT] (--limit CREDITS | --off) [--json]',
    examples: ['--limit 500', 'ann@example.com --off'],
    hidden: '--account ID',
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts }) => {
        const limit = text(args, 'limit');
        if ((limit === undefined) === (args.values['off'] !== true))
          throw new UsageError('Give either --limit CREDITS or --off.');
        const { id } = await accountOf(args, accounts);
        print(args, await accounts.setOverage(id, limit === undefined ? null : Number(limit)));
      }),
  },
  {
    name: 'account password',
    summary: 'Set the account’s password for the dashboard.',
    usage: '[ACCOUNT] [--password P] [--json]',
    examples: ['', 'ann@example.com'],
    details: 'Without --password, the password is the first line of standard input.',
    hidden: '--account ID',
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts }) => {
        const { id } = await accountOf(args, accounts);
        if (text(args, 'password') === undefined && args.terminal.interactive)
          args.terminal.stderr('New password, then Enter and Ctrl-D: ');
        const password = text(args, 'password') ?? (await readStdin(args.terminal)).split(/\r?\n/)[0] ?? '';
        await accounts.setPassword(id, password);
        output(args, { ok: true }, 'The password is set.');
      }),
  },
  {
    name: 'account operator',
    summary: 'Grant operator access (--off revokes it).',
    usage: '[ACCOUNT] [--off] [--json]',
    examples: ['ann@example.com', 'ann@example.com --off'],
    hidden: '--account ID',
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts }) => {
        const { id } = await accountOf(args, accounts);
        print(args, await accounts.setOperator(id, args.values['off'] !== true));
      }),
  },
  {
    name: 'account delete',
    summary: 'Delete an account and everything that belongs to it.',
    usage: 'ACCOUNT --yes [--json]',
    examples: ['ann@example.com --yes'],
    hidden: '--account ID',
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts }) => {
        requireYes(args);
        // Unlike in other commands, ACCOUNT does not default to the only account, because a deletion cannot be undone.
        const named = text(args, 'account') ?? requirePositional(args, 0, 'ACCOUNT (an ID or e-mail address)');
        await accounts.delete(named);
        output(args, { ok: true }, 'The account is deleted.');
      }),
  },
];
