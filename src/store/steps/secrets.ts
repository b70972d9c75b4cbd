import { randomBytes } from 'node:crypto';
import { change, find, type StepRunner } from './step.ts';

const BYTES = 32;

export function createSecrets(steps: StepRunner): (name: string) => Promise<string> {
  const findSecret = async (name: string): Promise<string | undefined> =>
    (await steps.read(find<{ value: string }>('SELECT value FROM salt WHERE name = ?', name)))?.value;
  return async (name) => {
    const known = await findSecret(name);
    if (known !== undefined) return known;
    const value = randomBytes(BYTES).toString('hex');
    await steps.write(() =>
      change('INSERT INTO salt (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING', name, value),
    );
    return (await findSecret(name)) as string;
  };
}
