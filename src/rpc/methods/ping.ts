import type { Method } from './method.ts';

/** The protocol's own ping of the older era; the tool of that name is another thing. */
export const ping: Method = { name: 'ping', eras: ['legacy'], run: () => '{}' };
