import { Gauge, type Registry } from 'prom-client';
import type { SharedServer } from '../shared/types.ts';

export function registerShared(registry: Registry, server: SharedServer | undefined): void {
  if (!server) return;
  const up: Gauge = new Gauge({
    name: 'jobdata_shared_up',
    help: '1 while the server at REDIS_URL answers, 0 while calls are served from memory. Only with REDIS_URL.',
    registers: [registry],
    collect: () => up.set(server.fault() === undefined ? 1 : 0),
  });
}
