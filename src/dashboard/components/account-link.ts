import type { AccountRecord } from '../../store/types.ts';

/** The path of the operator's page about an account. */
export function accountLink({ email }: Pick<AccountRecord, 'email'>): string {
  return `/operator/account?email=${encodeURIComponent(email)}`;
}
