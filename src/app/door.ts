import { setTimeout as delay } from 'node:timers/promises';
import { systemResolver } from '../egress/address-guard.ts';
import { createEgress, type BrowserDoor } from '../egress/create-egress.ts';
import type { Core, Overrides } from './core.ts';

/** The one door out, for the service and for the command line alike. */
export function createDoor(
  { config, clock, shared }: Pick<Core, 'config' | 'clock' | 'shared'>,
  overrides: Overrides = {},
  watch: (door: BrowserDoor) => BrowserDoor = (door) => door,
): BrowserDoor {
  const door = createEgress({
    config,
    clock,
    resolver: overrides.resolver ?? systemResolver,
    sleep: async (ms, signal) => delay(ms, undefined, signal ? { signal } : undefined),
    pace: overrides.pace ?? true,
    pacing: shared.pacing,
  });
  return watch(door);
}
