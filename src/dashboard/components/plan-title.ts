import { titleOf, type Plans } from '../../accounts/plans.ts';
import type { PageContext } from '../page-context.ts';

/** Returns the title even if the plan is no longer offered. */
export function planTitle(name: string, plans: Plans, { language }: Pick<PageContext, 'language'>): string {
  return (plans.get(name)?.title ?? titleOf(name))[language];
}
