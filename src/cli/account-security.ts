import { UsageError } from '../errors.ts';
import { MailLinks } from '../accounts/mail-links.ts';
import { SecondFactors } from '../accounts/second-factor.ts';
import { Postbox } from '../mail/postbox.ts';
import { accountOf, ACCOUNT_OPTIONS } from './account-option.ts';
import { printJson, withCore, type Command } from './command.ts';

/** Ways back in that only the operator has: for owners who lost their phone, or whom guessers hold up. */
export const accountSecurityCommands: readonly Command[] = [
  {
    name: 'account factor',
    summary: "Say whether the account's log-in asks for a second factor, or switch it off.",
    usage: 'ACCOUNT [--off] [--json]',
    details: 'With --off a log-in asks for the password alone, and recovery codes stop working.',
    words: 1,
    options: { ...ACCOUNT_OPTIONS, off: { type: 'boolean' } },
    run: (given) =>
      withCore(given, async ({ accounts, store, clock }) => {
        const { id } = await accounts.require(accountOf(given));
        const factors = new SecondFactors(store, clock);
        if (given.values['off'] === true) await factors.remove(id);
        const answer = {
          second_factor: (await factors.state(id)) === 'on',
          recovery_codes_left: await factors.codesLeft(id),
        };
        if (given.values['json']) return printJson(given, answer);
        given.terminal.stdout(
          answer.second_factor
            ? `The second factor is on; ${answer.recovery_codes_left} recovery codes are left.\n`
            : 'The second factor is off.\n',
        );
      }),
  },
  {
    name: 'account unlock',
    summary: 'Make a link that lets a browser log in while others try passwords (one hour, once).',
    usage: 'ACCOUNT [--json]',
    details: 'The link does not replace the password: wrong tries of others hold up its browser no more.',
    words: 1,
    options: ACCOUNT_OPTIONS,
    run: (given) =>
      withCore(given, async ({ accounts, store, clock, passwords, config }) => {
        const account = await accounts.require(accountOf(given));
        if (config.publicUrl === null && config.port === 0) {
          throw new UsageError('Set PUBLIC_URL, or the PORT that the service listens on: the link leads there.');
        }
        const links = new MailLinks({
          accounts,
          store,
          clock,
          passwords,
          postbox: new Postbox({ mailer: undefined, onFault: () => {} }),
          baseUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
        });
        const link = await links.createUnlockLink(account);
        if (given.values['json']) return printJson(given, { link });
        given.terminal.stdout(`${link}\n`);
      }),
  },
];
