import { isObject, listOf, membersOf, textOf, type Unknown } from './message.ts';

/** The client's description of its theme, language and layout. Every member may be absent. */
export type HostContext = Unknown;

/** Called for messages of the client, in any order and any number of times. */
export interface HostEvents {
  onInput(args: Unknown): void;
  /** A CallToolResult. */
  onResult(result: Unknown): void;
  onCancelled(): void;
  /** Called with the whole context at the start and after every change. */
  onContext(context: HostContext): void;
  /** Called if the client does not answer the handshake. */
  onSilence(): void;
  /** Called after the handshake, even a failed one: the document may now send messages. */
  onReady(): void;
  /** Called before the document is removed. */
  onTeardown(): void;
}

export interface Host {
  /** Rejects with HostRefusal if the client refuses, with another error if it does not answer in time. */
  request(method: string, params: object, timeoutMs?: number): Promise<Unknown>;
  notify(method: string, params: object): void;
  capabilities(): Unknown;
  context(): HostContext;
}

/** The client refused the request; the message is the client's. */
export class HostRefusal extends Error {}
class HostTimeout extends Error {}

const PROTOCOL_VERSION = '2026-01-26';
const HANDSHAKE_MS = 5_000;
const REQUEST_MS = 15_000;
const METHOD_NOT_FOUND = -32601;

/** Exchanges JSON-RPC messages with the client, in the page around the document, as MCP Apps define it. */
export function connectHost(name: string, events: HostEvents): Host {
  const pending = new Map<string, { resolve(result: Unknown): void; reject(error: Error): void }>();
  let last = 0;
  let context: HostContext = {};
  let capabilities: Unknown = {};
  let isOver = false;

  function send(message: object): void {
    // `*` because the client's origin is unknown.
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

  // The listener must exist before the first message is sent, because VS Code connects only then.
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (isOver || source !== window.parent || !isObject(data) || data['jsonrpc'] !== '2.0') return;
    if (typeof data['method'] === 'string') {
      if ('id' in data) answer(data);
      else take(data);
      return;
    }
    const waiting = pending.get(String(data['id']));
    if (!waiting) return;
    // Some clients send "error": null beside a result, which then counts: the call was charged.
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
      // A client that fails the handshake may still send a result.
      if (!isOver) events.onSilence();
    }
    if (isOver) return;
    host.notify('ui/notifications/initialized', {});
    events.onReady();
  }

  void shakeHands();
  return host;
}

/** Opens a web address through the client; false if the client does not. */
export async function openLink(host: Host, url: string): Promise<boolean> {
  try {
    return (await host.request('ui/open-link', { url }))['isError'] !== true;
  } catch {
    return false;
  }
}

/** Calls a tool of the service through the client. Throws HostRefusal with the reason as its message, "" if unknown. */
export async function callTool(host: Host, name: string, args: object): Promise<Unknown> {
  const result = await host.request('tools/call', { name, arguments: args }, CALL_MS);
  if (result['isError'] === true) throw new HostRefusal(firstText(result));
  return result;
}

/** A call ends after 45 seconds, but the client may first ask the person for permission. */
const CALL_MS = 180_000;

export function firstText(result: Unknown): string {
  for (const block of listOf(result['content'])) {
    const text = textOf(membersOf(block)['text']);
    if (text !== '') return text;
  }
  return '';
}

/** The result object: `structuredContent`, otherwise the parsed text; undefined if neither is an object. */
export function structuredOf(result: Unknown): Unknown | undefined {
  if (isObject(result['structuredContent'])) return result['structuredContent'];
  try {
    const read: unknown = JSON.parse(firstText(result));
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
