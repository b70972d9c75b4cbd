import { OVERLAPS, OVERLAPS_MS, type Overlap } from '../accounts/api-keys.ts';
import { keyStatus } from '../credits/calls.ts';
import { isoTime } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import type { KeyRecord } from '../store/types.ts';
import { TOOL_NAMES } from '../tools/tool-names.ts';
import {
  accountOf,
  choice,
  formatTable,
  items,
  output,
  requireOneOf,
  requirePositional,
  text,
  withAppContext,
  type Command,
  type CommandArguments,
} from './command.ts';

function show(key: KeyRecord, now: number): Record<string, unknown> {
  return {
    key_id: key.id,
    name: key.name,
    key: `${key.prefix}…${key.lastFour}`,
    status: keyStatus(key, now),
    created_at: isoTime(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : isoTime(key.lastUsedAt),
    expires_at: key.expiresAt === null ? null : isoTime(key.expiresAt),
    allowed_tools: key.allowedTools,
    daily_cap: key.dailyCap === null ? null : toCredits(key.dailyCap),
  };
}

function printIssued(
  args: CommandArguments,
  issued: { record: { id: string; accountId: string; name: string }; apiKey: string },
): void {
  const answer = {
    key_id: issued.record.id,
    account_id: issued.record.accountId,
    name: issued.record.name,
    api_key: issued.apiKey,
  };
  output(
    args,
    answer,
    `key_id: ${answer.key_id}\nname: ${answer.name}\napi_key: ${answer.api_key}\n\nThe key is shown only now.`,
  );
}

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    summary: 'Create a key (shown once).',
    usage: '[ACCOUNT] [--name N] [--tools a,b] [--daily-cap CREDITS] [--expires ISO] [--json]',
    hidden: '--account ID',
    details: `The tools: ${TOOL_NAMES.join(', ')}.`,
    examples: ['', 'ann@example.com --name ci --tools ping,scrape_jobs --daily-cap 50 --expires 2027-01-01'],
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts, apiKeys }) => {
        const cap = text(args, 'daily-cap');
        const expires = text(args, 'expires');
        // Unknown names are refused, because the key could otherwise never use the intended tool.
        const allowedTools = items(args, 'tools')?.map((tool) => requireOneOf(tool, TOOL_NAMES, '--tools')) ?? null;
        const account = await accountOf(args, accounts);
        printIssued(
          args,
          await apiKeys.create(account.id, text(args, 'name') ?? 'default', {
            allowedTools,
            dailyCapCredits: cap === undefined ? null : Number(cap),
            expiresAt: expires === undefined ? null : Date.parse(expires),
          }),
        );
      }),
  },
  {
    name: 'key rotate',
    summary: 'Replace a key. The old key keeps working for the overlap.',
    usage: `KEY_ID [--overlap ${OVERLAPS.join('|')}] [--json]`,
    examples: ['key_4fJ2', 'key_4fJ2 --overlap 24h'],
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ apiKeys }) => {
        const overlap = choice<Overlap>(args, 'overlap') ?? '0';
        printIssued(args, await apiKeys.rotate(requirePositional(args, 0, 'KEY_ID'), OVERLAPS_MS[overlap]));
      }),
  },
  {
    name: 'key revoke',
    summary: 'Revoke a key immediately.',
    usage: 'KEY_ID [--json]',
    examples: ['key_4fJ2'],
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ apiKeys }) => {
        await apiKeys.revoke(requirePositional(args, 0, 'KEY_ID'));
        output(args, { ok: true }, 'The key is revoked.');
      }),
  },
  {
    name: 'key list',
    summary: "List an account's keys.",
    usage: '[ACCOUNT] [--json]',
    hidden: '--account ID',
    examples: ['', 'ann@example.com'],
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts, apiKeys, clock }) => {
        const account = await accountOf(args, accounts);
        const keys = (await apiKeys.list(account.id))
          .filter(({ kind }) => kind === 'key')
          .map((key) => show(key, clock.now()));
        const rows = keys.map((key) =>
          ['key_id', 'name', 'key', 'status', 'created_at', 'last_used_at'].map((name) => String(key[name] ?? '–')),
        );
        output(args, keys, formatTable(['KEY ID', 'NAME', 'KEY', 'STATUS', 'CREATED', 'LAST USED'], rows));
      }),
  },
  {
    name: 'key test',
    summary: "Show an account's test key, which gives access only to sample data (--replace replaces it).",
    usage: '[ACCOUNT] [--replace] [--json]',
    hidden: '--account ID',
    examples: ['', 'ann@example.com --replace'],
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts, apiKeys }) => {
        const account = await accountOf(args, accounts);
        const key = await (args.values['replace'] ? apiKeys.replaceTest(account.id) : apiKeys.test(account.id));
        output(args, { key_id: key.id, account_id: account.id, test_key: key.apiKey }, `test_key: ${key.apiKey}`);
      }),
  },
];
