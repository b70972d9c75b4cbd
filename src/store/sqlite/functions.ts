import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';

/**
 * Registers functions that the shared statements use and SQLite lacks. `least` and `greatest` ignore nulls, as in
 * PostgreSQL.
 */
export function registerFunctions(db: Database): void {
  const register = (name: string, choose: (...numbers: number[]) => number): void => {
    db.function(name, { deterministic: true, varargs: true }, (...values: unknown[]) => {
      const numbers = values.filter((value): value is number => value !== null);
      return numbers.length === 0 ? null : choose(...numbers);
    });
  };
  register('least', Math.min);
  register('greatest', Math.max);
  db.function('digest_of', { deterministic: true }, (text: unknown) =>
    createHash('sha256').update(String(text)).digest('hex'),
  );
}
