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

const ping: Method = { name: 'ping', revisions: ['legacy'], run: () => ({ object: {} }) };

const rpcDiscover: Method = {
  name: 'rpc.discover',
  revisions: ['legacy', 'modern'],
  run: ({ service }) => ({ object: openRpcDocument(service) }),
};

/** In a Map, unlike in an object, a method named "constructor" is not found. */
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
