/**
 * The service announces the UI extension even to clients that do not announce it, because some of these clients use it.
 */
export const CAPABILITIES = {
  tools: {},
  resources: {},
  prompts: {},
  extensions: { 'io.modelcontextprotocol/ui': {} },
} as const;
