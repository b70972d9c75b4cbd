import { isObject } from '../../lib/json-object.ts';
import { listOf, membersOf, textOf, type Unknown } from './message.ts';

export type HostContext = Unknown;

/** The client can send its messages in any order and any number of times. */
export interface HostEvents {
  onInput(args: Unknown): void;
  onResult(result: Unknown): void;
  onCancelled(): void;
  /** Called with the whole context after the handshake and after every change. */
  onContext(context: HostContext): void;
  /** Called if the client does not answer the handshake, or refuses it. */
  onSilence(): void;
  /** Called after the handshake, even if it failed. The document may send messages only after that. */
  onReady(): void;
  onTeardown(): void;
}

export interface Host {
  /**
   * Rejects with HostRefusal if the client refuses, and with another error if the client does not answer in time, if
   * there is no client, or after the teardown.
   */
  request(method: string, params: object, timeoutMs?: number): Promise<Unknown>;
  notify(method: string, params: object): void;
  capabilities(): Unknown;
  context(): HostContext;
}

/** The message is the text of the client or the tool, or "" if there is none. */
export class HostRefusal extends Error {}
class HostTimeout extends Error {}

const PROTOCOL_VERSION = '2026-01-26';
const HANDSHAKE_MS = 5_000;
const REQUEST_MS = 15_000;
const METHOD_NOT_FOUND = -32601;

/** Exchanges JSON-RPC messages, as defined by MCP Apps, with the client's page around the document. */
export function connectHost(name: string, events: HostEvents): Host {
  const pending = new Map<string, { resolve(result: Unknown): void; reject(error: Error): void }>();
  let last = 0;
  let context: HostContext = {};
  let capabilities: Unknown = {};
  let isOver = false;

  function send(message: object): void {
    // The client's origin is unknown, so the target origin is `*`.
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }

  const host: Host = {
    request(method, params, timeoutMs = REQUEST_MS) {
      return new Promise((resolve, reject) => {
        if (isOver || window.parent === window) {
          reject(new HostTimeout());
          return;
        }
        last += 1;
        const id = last;
        const timer = setTimeout(() => {
          pending.delete(String(id));
          reject(new HostTimeout());
        }, timeoutMs);
        const settle = (): void => {
          clearTimeout(timer);
          pending.delete(String(id));
        };
        pending.set(String(id), {
          resolve(result) {
            settle();
            resolve(result);
          },
          reject(error) {
            settle();
            reject(error);
          },
        });
        send({ id, method, params });
      });
    },
    notify: (method, params) => {
      if (!isOver) send({ method, params });
    },
    capabilities: () => capabilities,
    context: () => context,
  };

  function answer(message: Unknown): void {
    const { id, method } = message;
    if (method === 'ui/resource-teardown') {
      events.onTeardown();
      send({ id, result: {} });
      isOver = true;
      for (const { reject } of pending.values()) reject(new HostTimeout());
      return;
    }
    if (method === 'ping') send({ id, result: {} });
    else send({ id, error: { code: METHOD_NOT_FOUND, message: 'Not offered by this document.' } });
  }

  function take(message: Unknown): void {
    const params = membersOf(message['params']);
    switch (message['method']) {
      case 'ui/notifications/tool-input':
        return events.onInput(membersOf(params['arguments']));
      case 'ui/notifications/tool-result':
        return events.onResult(params);
      case 'ui/notifications/tool-cancelled':
        return events.onCancelled();
      case 'ui/notifications/host-context-changed':
        context = { ...context, ...params };
        return events.onContext(context);
    }
  }

  // VS Code delivers messages only to listeners added with `addEventListener` before the first message is sent.
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (isOver || source !== window.parent || !isObject(data) || data['jsonrpc'] !== '2.0') return;
    if (typeof data['method'] === 'string') {
      if ('id' in data) answer(data);
      else take(data);
      return;
    }
    const waiting = pending.get(String(data['id']));
    if (!waiting) return;
    // Some clients send `"error": null` beside a result. The result then counts, because the call was charged.
    if (data['error'] !== undefined && data['error'] !== null)
      waiting.reject(new HostRefusal(textOf(membersOf(data['error'])['message'])));
    else waiting.resolve(membersOf(data['result']));
  });

  async function shakeHands(): Promise<void> {
    try {
      const result = await host.request(
        'ui/initialize',
        {
          protocolVersion: PROTOCOL_VERSION,
          appInfo: { name: `job-data-${name}`, version: '1.0.0' },
          appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
        },
        HANDSHAKE_MS,
      );
      capabilities = membersOf(result['hostCapabilities']);
      context = { ...membersOf(result['hostContext']), ...context };
      events.onContext(context);
    } catch {
      // The document keeps listening, because a client that fails the handshake may still send a result.
      if (!isOver) events.onSilence();
    }
    if (isOver) return;
    host.notify('ui/notifications/initialized', {});
    events.onReady();
  }

  void shakeHands();
  return host;
}

export async function openLink(host: Host, url: string): Promise<boolean> {
  try {
    return (await host.request('ui/open-link', { url }))['isError'] !== true;
  } catch {
    return false;
  }
}

/** Throws HostRefusal if the client or the tool refuses, and another error if the client does not answer in time. */
export async function callTool(host: Host, name: string, args: object): Promise<Unknown> {
  const result = await host.request('tools/call', { name, arguments: args }, CALL_MS);
  if (result['isError'] === true) throw new HostRefusal(firstText(result));
  return result;
}

/** By default, a call ends after 45 seconds, but the client may first ask the person for permission. */
const CALL_MS = 180_000;

export function firstText(result: Unknown): string {
  for (const block of listOf(result['content'])) {
    const text = textOf(membersOf(block)['text']);
    if (text !== '') return text;
  }
  return '';
}

/** Returns `structuredContent` or, if it is missing, the parsed text. Returns undefined if neither is an object. */
export function structuredOf(result: Unknown): Unknown | undefined {
  if (isObject(result['structuredContent'])) return result['structuredContent'];
  try {
    const read: unknown = JSON.parse(firstText(result));
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
