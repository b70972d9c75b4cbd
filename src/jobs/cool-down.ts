import type { Cooldowns } from '../shared/types.ts';

/** Until when it is left alone, in milliseconds since the epoch; 0 where nobody asked for that. */
export async function cooldownEndsAt(cooldowns: Cooldowns, name: string): Promise<number> {
  return (await cooldowns.find(name))?.until ?? 0;
}

/** Nobody asks before `until`. */
export function coolDown(cooldowns: Cooldowns, name: string, until: number): Promise<void> {
  return cooldowns.change(name, () => ({ until, keptUntil: until, note: '' }));
}
