/**
 * Capabilities in `initialize` and `server/discover`. The UI extension is announced to every client, because some use
 * it without announcing it themselves.
 */
export const CAPABILITIES = {
  tools: {},
  resources: {},
  prompts: {},
  extensions: { 'io.modelcontextprotocol/ui': {} },
} as const;
