import { openRpcDocument } from '../openrpc.ts';
import { discover } from './discover.ts';
import { initialize } from './initialize.ts';
import type { Method } from './method.ts';
import { toolsCall } from './tools-call.ts';
import { toolsList } from './tools-list.ts';

/** The ping of the legacy protocol revisions, not the tool of that name. */
const ping: Method = { name: 'ping', revisions: ['legacy'], run: () => ({ object: {} }) };

/** OpenRPC's own method: the service describes itself. */
const rpcDiscover: Method = {
  name: 'rpc.discover',
  revisions: ['legacy', 'modern'],
  run: ({ service }) => ({ object: openRpcDocument(service) }),
};

/**
 * Empty lists: several legacy clients ask for them although they are not
 * declared, and treat an error as a broken server.
 */
const emptyLists: readonly Method[] = [
  { name: 'prompts/list', revisions: ['legacy'], run: () => ({ object: { prompts: [] } }) },
  { name: 'resources/list', revisions: ['legacy'], run: () => ({ object: { resources: [] } }) },
  { name: 'resources/templates/list', revisions: ['legacy'], run: () => ({ object: { resourceTemplates: [] } }) },
];

/** Absence here is "method not found"; a Map, so that "constructor" is absent too. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [initialize, discover, ping, rpcDiscover, toolsList, toolsCall, ...emptyLists].map((method) => [method.name, method]),
);
