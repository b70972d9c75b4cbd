import { discover } from './discover.ts';
import { emptyLists } from './empty-lists.ts';
import { initialize } from './initialize.ts';
import type { Method } from './method.ts';
import { ping } from './ping.ts';
import { rpcDiscover } from './rpc-discover.ts';
import { toolsCall } from './tools-call.ts';
import { toolsList } from './tools-list.ts';

/** Absence here is "method not found"; a Map, so that "constructor" is absent too. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [initialize, discover, ping, rpcDiscover, toolsList, toolsCall, ...emptyLists].map((method) => [method.name, method]),
);
