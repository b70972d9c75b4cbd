import { UsageError } from '../errors.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { LogInLinks, LOG_IN_LINK_MINUTES } from '../accounts/log-in-links.ts';
import { MailLinks } from '../accounts/mail-links.ts';
import { SecondFactors } from '../accounts/second-factor.ts';
import { baseUrlOf } from '../app/parts/mail.ts';
import type { Config } from '../config/config.ts';
import { isoTime } from '../lib/clock.ts';
import { Postbox } from '../mail/postbox.ts';
import type { AccountRecord } from '../store/types.ts';
import { accountOf, noAccount, output, text, withAppContext, type Command, type CommandArguments } from './command.ts';

export const accountSecurityCommands: readonly Command[] = [
  {
    name: 'account link',
    summary: `Create a one-time link, valid for ${LOG_IN_LINK_MINUTES} minutes, that logs in to the dashboard.`,
    usage: '[ACCOUNT] [--json]',
    examples: ['', 'ann@example.com'],
    details: `Without ACCOUNT, the link is for the operator, if there is only one. The link replaces the password, but not the second factor. It leads to PUBLIC_URL or, if PUBLIC_URL is not set, to HOST and PORT.`,
    hidden: '--account ID',
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts, store, clock, config }) => {
        const { id, email } = await accountOrOperator(args, accounts);
        const { url, expiresAt } = await new LogInLinks(store, clock).create(id, requireBaseUrl(config));
        output(args, { account_id: id, email, link: url, expires_at: isoTime(expiresAt) }, url);
      }),
  },
  {
    name: 'account factor',
    summary: 'Show whether logging in asks for a second factor, or switch it off.',
    usage: '[ACCOUNT] [--off] [--json]',
    examples: ['ann@example.com', 'ann@example.com --off'],
    details: 'With --off, logging in needs only the password, and recovery codes stop working.',
    hidden: '--account ID',
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts, store, clock }) => {
        const { id } = await accountOf(args, accounts);
        const factors = new SecondFactors(store, clock);
        if (args.values['off'] === true) await factors.remove(id);
        const answer = {
          second_factor: (await factors.state(id)) === 'on',
          recovery_codes_left: await factors.codesLeft(id),
        };
        output(args, answer, ({ second_factor: isOn, recovery_codes_left: left }) =>
          isOn ? `The second factor is on; ${left} recovery codes are left.` : 'The second factor is off.',
        );
      }),
  },
  {
    name: 'account unlock',
    summary: 'Create a one-time link, valid for an hour, that lets a browser log in despite others’ failed attempts.',
    usage: '[ACCOUNT] [--json]',
    examples: ['ann@example.com'],
    details:
      'The link does not replace the password, but failed attempts by others no longer block the browser that opens it.',
    hidden: '--account ID',
    words: 1,
    run: (args) =>
      withAppContext(args, async ({ accounts, store, clock, passwords, config }) => {
        const account = await accountOf(args, accounts);
        const baseUrl = requireBaseUrl(config);
        const links = new MailLinks({
          accounts,
          store,
          clock,
          passwords,
          postbox: new Postbox({ mailer: undefined, onFault: () => {} }),
          baseUrl,
        });
        const link = await links.createUnlockLink(account);
        output(args, { link }, link);
      }),
  },
];

/** Throws UsageError if PUBLIC_URL is unset and PORT is 0, because the address of the service is then unknown. */
function requireBaseUrl(config: Config): string {
  if (config.publicUrl === null && config.port === 0)
    throw new UsageError('Set PUBLIC_URL, or the PORT that the service listens on: the link leads there.');
  return baseUrlOf(config);
}

async function accountOrOperator(args: CommandArguments, accounts: Accounts): Promise<AccountRecord> {
  if (args.positionals.length > 0 || text(args, 'account') !== undefined) return accountOf(args, accounts);
  const all = await accounts.list();
  if (all.length === 0) throw await noAccount(args);
  const operators = all.filter(({ operator }) => operator);
  const [only] = operators;
  if (only && operators.length === 1) return only;
  const found = operators.map(({ email }) => email).join(', ') || 'none';
  throw new UsageError(`Name the ACCOUNT (an ID or e-mail address). Operators: ${found}.`);
}
