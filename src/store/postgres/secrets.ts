import { randomBytes } from 'node:crypto';
import type { Connections } from './connection.ts';
import type { Writer } from './writer.ts';

const BYTES = 32;

/** Random values that are made once and kept. */
export function createSecrets({ pool }: Connections, writer: Writer): (name: string) => Promise<string> {
  const find = async (name: string): Promise<string | undefined> =>
    (await pool.query<{ value: string }>('SELECT value FROM salt WHERE name = $1', [name])).rows[0]?.value;
  return async (name) => {
    const known = await find(name);
    if (known !== undefined) return known;
    const value = randomBytes(BYTES).toString('hex');
    await writer.commit((tx) =>
      tx.query('INSERT INTO salt (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, value]),
    );
    return (await find(name)) as string;
  };
}
