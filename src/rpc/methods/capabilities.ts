/** As `initialize` and `server/discover` say them. The extension is announced to every client: some show documents that never announced it themselves. */
export const CAPABILITIES = {
  tools: {},
  resources: {},
  prompts: {},
  extensions: { 'io.modelcontextprotocol/ui': {} },
} as const;
