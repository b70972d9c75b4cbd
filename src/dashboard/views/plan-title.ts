import { titleOf, type Plans } from '../../accounts/plans.ts';
import type { Visit } from '../visit.ts';

/** What people read for a plan's name, also one that is no longer offered. */
export function planTitle(name: string, plans: Plans, { language }: Pick<Visit, 'language'>): string {
  return (plans.get(name)?.title ?? titleOf(name))[language];
}
