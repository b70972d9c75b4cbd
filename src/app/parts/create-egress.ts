import { setTimeout as delay } from 'node:timers/promises';
import { systemResolver } from '../../egress/address-guard.ts';
import { createEgress, type BrowserEgress } from '../../egress/create-egress.ts';
import type { AppContext, Overrides } from '../app-context.ts';

export function createServiceEgress(
  { config, clock, shared }: Pick<AppContext, 'config' | 'clock' | 'shared'>,
  overrides: Overrides = {},
  watch: (egress: BrowserEgress) => BrowserEgress = (egress) => egress,
): BrowserEgress {
  const egress = createEgress({
    config,
    clock,
    resolver: overrides.resolver ?? systemResolver,
    sleep: async (ms, signal) => delay(ms, undefined, signal ? { signal } : undefined),
    throttle: overrides.throttle ?? true,
    hostThrottle: shared.hostThrottle,
  });
  return watch(egress);
}
