import type { Rests } from '../shared/types.ts';

/** Until when it is left alone, in milliseconds since the epoch; 0 where nobody asked for that. */
export async function leftAloneUntil(rests: Rests, name: string): Promise<number> {
  return (await rests.find(name))?.until ?? 0;
}

/** Nobody asks before `until`. */
export function leaveAlone(rests: Rests, name: string, until: number): Promise<void> {
  return rests.change(name, () => ({ until, keptUntil: until, note: '' }));
}
