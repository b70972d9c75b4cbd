import { MODERN_VERSIONS } from '../era.ts';
import type { Method } from './method.ts';

/** The list of tools is the same for every key and changes with releases only. */
export const CACHE_HINTS = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

export const discover: Method = {
  name: 'server/discover',
  eras: ['modern'],
  run: ({ service }) =>
    JSON.stringify({
      supportedVersions: MODERN_VERSIONS,
      capabilities: { tools: {} },
      instructions: service.instructions,
      ...CACHE_HINTS,
    }),
};
