import { OVERLAPS_MS } from '../accounts/api-keys.ts';
import { keyStatus } from '../credits/calls.ts';
import { UsageError } from '../errors.ts';
import { isoTime } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import type { KeyRecord } from '../store/types.ts';
import {
  formatTable,
  JSON_OPTION,
  printJson,
  requireOneOf,
  requirePositional,
  text,
  withCore,
  type Command,
  type Given,
} from './command.ts';

const TOOLS = ['ping', 'scrape_jobs', 'get_reputation', 'scrape_url'] as const;

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
  given: Given,
  issued: { record: { id: string; accountId: string; name: string }; apiKey: string },
): void {
  const answer = {
    key_id: issued.record.id,
    account_id: issued.record.accountId,
    name: issued.record.name,
    api_key: issued.apiKey,
  };
  if (given.values['json']) return printJson(given, answer);
  given.terminal.stdout(
    `key_id: ${answer.key_id}\nname: ${answer.name}\napi_key: ${answer.api_key}\n\nThe key is shown only now.\n`,
  );
}

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    summary: 'Create a key (shown once).',
    usage: '--account ID [--name N] [--tools a,b] [--daily-cap CREDITS] [--expires ISO] [--json]',
    words: 1,
    options: {
      ...JSON_OPTION,
      account: { type: 'string' },
      name: { type: 'string' },
      tools: { type: 'string' },
      'daily-cap': { type: 'string' },
      expires: { type: 'string' },
    },
    run: (given) =>
      withCore(given, async ({ accounts, apiKeys }) => {
        const cap = text(given, 'daily-cap');
        if (cap !== undefined && !/^\d+(?:\.\d+)?$/.test(cap))
          throw new UsageError('--daily-cap takes a number of credits.');
        const expires = text(given, 'expires');
        if (expires !== undefined && Number.isNaN(Date.parse(expires)))
          throw new UsageError('--expires takes an ISO 8601 time.');
        const tools = text(given, 'tools');
        const allowedTools =
          tools === undefined
            ? null
            : tools
                .split(',')
                .map((tool) => tool.trim())
                .filter(Boolean)
                // A mistyped name would make a key that may do nothing.
                .map((tool) => requireOneOf(tool, TOOLS, '--tools'));
        const account = await accounts.require(
          text(given, 'account') ?? requirePositional(given, 0, 'The option --account (an id or e-mail address)'),
        );
        printIssued(
          given,
          await apiKeys.create(account.id, text(given, 'name') ?? 'default', {
            allowedTools,
            dailyCapCredits: cap === undefined ? null : Number(cap),
            expiresAt: expires === undefined ? null : Date.parse(expires),
          }),
        );
      }),
  },
  {
    name: 'key rotate',
    summary: 'Replace a key; the old one works on for the overlap.',
    usage: 'KEY_ID [--overlap 0|1h|24h|7d] [--json]',
    words: 1,
    options: { ...JSON_OPTION, overlap: { type: 'string' } },
    run: (given) =>
      withCore(given, async ({ apiKeys }) => {
        const overlap = (OVERLAPS_MS as Readonly<Record<string, number>>)[text(given, 'overlap') ?? '0'];
        if (overlap === undefined)
          throw new UsageError(`--overlap takes one of: ${Object.keys(OVERLAPS_MS).join(', ')}.`);
        printIssued(given, await apiKeys.rotate(requirePositional(given, 0, 'KEY_ID'), overlap));
      }),
  },
  {
    name: 'key revoke',
    summary: 'End a key at once.',
    usage: 'KEY_ID [--json]',
    words: 1,
    options: JSON_OPTION,
    run: (given) =>
      withCore(given, async ({ apiKeys }) => {
        await apiKeys.revoke(requirePositional(given, 0, 'KEY_ID'));
        if (given.values['json']) printJson(given, { ok: true });
        else given.terminal.stdout('The key is revoked.\n');
      }),
  },
  {
    name: 'key list',
    summary: "List an account's keys.",
    usage: '--account ID [--json]',
    words: 1,
    options: { ...JSON_OPTION, account: { type: 'string' } },
    run: (given) =>
      withCore(given, async ({ accounts, apiKeys, clock }) => {
        const account = await accounts.require(
          text(given, 'account') ?? requirePositional(given, 0, 'The option --account (an id or e-mail address)'),
        );
        const keys = (await apiKeys.list(account.id))
          .filter(({ kind }) => kind === 'key')
          .map((key) => show(key, clock.now()));
        if (given.values['json']) return printJson(given, keys);
        const rows = keys.map((key) =>
          ['key_id', 'name', 'key', 'status', 'created_at', 'last_used_at'].map((name) => String(key[name] ?? '–')),
        );
        given.terminal.stdout(`${formatTable(['KEY ID', 'NAME', 'KEY', 'STATUS', 'CREATED', 'LAST USED'], rows)}\n`);
      }),
  },
  {
    name: 'key test',
    summary: "Show an account's test key, which calls the sample data alone; with --replace, a new one in its place.",
    usage: '--account ID [--replace] [--json]',
    words: 1,
    options: { ...JSON_OPTION, account: { type: 'string' }, replace: { type: 'boolean' } },
    run: (given) =>
      withCore(given, async ({ accounts, apiKeys }) => {
        const account = await accounts.require(
          text(given, 'account') ?? requirePositional(given, 0, 'The option --account (an id or e-mail address)'),
        );
        const key = await (given.values['replace'] ? apiKeys.replaceTest(account.id) : apiKeys.test(account.id));
        if (given.values['json']) {
          return printJson(given, { key_id: key.id, account_id: account.id, test_key: key.apiKey });
        }
        given.terminal.stdout(`test_key: ${key.apiKey}\n`);
      }),
  },
];
