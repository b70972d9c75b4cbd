import { DAY_MS } from '../../lib/clock.ts';

export type KeyForm = 'new' | `rename-${string}` | `limits-${string}`;

export interface KeyDraft {
  form: KeyForm;
  name: string;
  tools: readonly string[];
  cap: string;
  expiry: string;
  errors: Readonly<Partial<Record<'name' | 'tools' | 'cap' | 'expiry', string>>>;
}

/** Returns the last day on which the key works, as `YYYY-MM-DD` in UTC, or "" without an expiry time. */
export function lastDay(expiresAt: number | null): string {
  return expiresAt === null ? '' : new Date(expiresAt - 1).toISOString().slice(0, 10);
}

export function endOfDay(dayMs: number): number {
  return dayMs + DAY_MS;
}
