// @ts-check
/** Acts as an MCP client for the document in the playground's frame. */
'use strict';
(() => {
  /**
   * Message handlers of the open frames, by window.
   * @type {Map<MessageEventSource, (message: any) => void>}
   */
  const running = new Map();

  /**
   * @param {HTMLDetailsElement} view
   * @param {HTMLIFrameElement} frame
   */
  const start = (view, frame) => {
    const { document: address = '', answer = '', language = 'en', refused = '' } = view.dataset;
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    /** @param {object} message */
    const post = (message) => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');

    const sendAnswer = async () => {
      const response = await fetch(answer);
      if (!response.ok) return post({ method: 'ui/notifications/tool-cancelled', params: {} });
      const { arguments: args, result } = await response.json();
      post({ method: 'ui/notifications/tool-input', params: { arguments: args } });
      post({ method: 'ui/notifications/tool-result', params: result });
    };
    /** @param {{ name: string, arguments: object }} params */
    const callTool = async ({ name, arguments: args }) => {
      const query = new URLSearchParams(answer.split('?')[1]);
      const token = document.querySelector('form[data-run] input[name="_csrf"]');
      const body = new URLSearchParams({
        _csrf: token instanceof HTMLInputElement ? token.value : '',
        tool: name,
        mode: query.get('mode') ?? 'sample',
        arguments: JSON.stringify(args),
      });
      const response = await fetch('/playground/client-call', { method: 'POST', body });
      return response.json();
    };
    /** @param {string} method @param {any} params */
    const answerTo = async (method, params) => {
      switch (method) {
        case 'ui/initialize':
          return {
            result: {
              protocolVersion: '2026-01-26',
              hostInfo: { name: 'playground', version: '1.0.0' },
              hostCapabilities: { openLinks: {}, serverTools: {} },
              hostContext: { theme: isDark ? 'dark' : 'light', locale: language, displayMode: 'inline' },
            },
          };
        case 'tools/call':
          return callTool(params);
        case 'ui/open-link':
          if (!/^https?:/.test(params.url)) return { error: { code: -32602, message: refused } };
          window.open(params.url, '_blank', 'noopener,noreferrer');
          return { result: {} };
        case 'ui/update-model-context':
        case 'ping':
          return { result: {} };
        default:
          return { error: { code: -32601, message: refused } };
      }
    };
    const source = frame.contentWindow;
    if (!source) return;
    running.set(source, async ({ id, method, params }) => {
      if (method === 'ui/notifications/initialized') return sendAnswer();
      if (method === 'ui/notifications/size-changed') {
        frame.style.height = `${Math.min(5000, Math.max(80, Number(params.height) || 80))}px`;
        return undefined;
      }
      if (id === undefined) return undefined;
      const answered = await answerTo(method, params).catch(() => ({ error: { code: -32603, message: refused } }));
      return post({ id, ...answered });
    });
    frame.src = address;
  };

  addEventListener('message', ({ source, data }) => {
    const client = source && running.get(source);
    if (client && typeof data === 'object' && data !== null && typeof data.method === 'string') client(data);
  });
  // One listener handles all answers, because they are replaced without a reload. It listens in the capture phase,
  // because `toggle` does not bubble.
  addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open || !target.matches('.client-view')) return;
      const frame = target.querySelector('iframe');
      if (frame && !frame.src) start(target, frame);
    },
    true,
  );
})();
