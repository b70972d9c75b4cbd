import type { AccountRecord } from '../../store/types.ts';

/** The operator's page of an account. */
export function accountLink({ email }: Pick<AccountRecord, 'email'>): string {
  return `/operator/account?email=${encodeURIComponent(email)}`;
}
