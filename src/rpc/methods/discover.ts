import { HOUR_MS } from '../../lib/clock.ts';
import { MODERN_VERSIONS } from '../protocol-revision.ts';
import { CAPABILITIES } from './capabilities.ts';
import type { Method } from './method.ts';

/**
 * The lists of tools, resources and prompts are the same for every key, and change only when the service restarts with
 * another release or other settings.
 */
export const CACHE_HINTS = { ttlMs: HOUR_MS, cacheScope: 'public' } as const;

export const discover: Method = {
  name: 'server/discover',
  revisions: ['modern'],
  run: ({ service }) => ({
    object: {
      supportedVersions: MODERN_VERSIONS,
      capabilities: CAPABILITIES,
      instructions: service.instructions,
      ...CACHE_HINTS,
    },
  }),
};
