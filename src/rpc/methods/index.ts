import { openRpcDocument } from '../openrpc.ts';
import { discover } from './discover.ts';
import { initialize } from './initialize.ts';
import type { Method } from './method.ts';
import { promptsGet } from './prompts-get.ts';
import { promptsList } from './prompts-list.ts';
import { resourcesList } from './resources-list.ts';
import { resourcesRead } from './resources-read.ts';
import { resourcesTemplatesList } from './resources-templates-list.ts';
import { toolsCall } from './tools-call.ts';
import { toolsList } from './tools-list.ts';

/** The `ping` method of the legacy protocol revisions, not the tool `ping`. */
const ping: Method = { name: 'ping', revisions: ['legacy'], run: () => ({ object: {} }) };

/** OpenRPC's own method: the service describes itself. */
const rpcDiscover: Method = {
  name: 'rpc.discover',
  revisions: ['legacy', 'modern'],
  run: ({ service }) => ({ object: openRpcDocument(service) }),
};

/** All methods by name. A Map, so that "constructor" is not found. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [
    initialize,
    discover,
    ping,
    rpcDiscover,
    toolsList,
    toolsCall,
    resourcesList,
    resourcesTemplatesList,
    resourcesRead,
    promptsList,
    promptsGet,
  ].map((method) => [method.name, method]),
);
