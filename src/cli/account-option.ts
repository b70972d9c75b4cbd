import { JSON_OPTION, requirePositional, text, type Given } from './command.ts';

/** By positional, or by --account: both name an id or an e-mail address. */
export function accountOf(given: Given): string {
  return (
    given.positionals[0] ?? text(given, 'account') ?? requirePositional(given, 0, 'ACCOUNT (an id or e-mail address)')
  );
}

export const ACCOUNT_OPTIONS = { ...JSON_OPTION, account: { type: 'string' } } as const;
