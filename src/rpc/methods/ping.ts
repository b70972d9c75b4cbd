import type { Method } from './method.ts';

/** The ping of the legacy protocol revisions, not the tool of that name. */
export const ping: Method = { name: 'ping', revisions: ['legacy'], run: () => ({ object: {} }) };
