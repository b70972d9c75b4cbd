/** The UI extension is announced even to clients that do not announce it, because some of them use it. */
export const CAPABILITIES = {
  tools: {},
  resources: {},
  prompts: {},
  extensions: { 'io.modelcontextprotocol/ui': {} },
} as const;
