// Small schemas that we wrote from the formats' public documentation, for the parts that we use.

const text = { type: 'string', minLength: 1 };
const closed = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const each = (items: object, more: object = {}) => ({ type: 'array', items, ...more });
const values = (additionalProperties: object) => ({ type: 'object', additionalProperties });

/** `manifest.json` of an .mcpb bundle, version 0.3 (MANIFEST.md of modelcontextprotocol/mcpb): unknown members are refused. */
export const MCPB_MANIFEST = closed(
  {
    manifest_version: { const: '0.3' },
    name: { type: 'string', pattern: '^[a-z0-9-]+$' },
    display_name: text,
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    description: text,
    author: closed({ name: text, email: text, url: { type: 'string', format: 'uri' } }, ['name']),
    server: closed(
      {
        type: { enum: ['python', 'node', 'binary'] },
        entry_point: text,
        mcp_config: closed(
          { command: text, args: each(text), env: values({ type: 'string' }), platform_overrides: { type: 'object' } },
          ['command'],
        ),
      },
      ['type', 'entry_point', 'mcp_config'],
    ),
    tools: each(closed({ name: text, description: text }, ['name'])),
    keywords: each(text),
    license: text,
    compatibility: closed({
      claude_desktop: text,
      platforms: each({ enum: ['darwin', 'win32', 'linux'] }),
      runtimes: closed({ python: text, node: text }),
    }),
    user_config: values(
      closed(
        {
          type: { enum: ['string', 'number', 'boolean', 'directory', 'file'] },
          title: text,
          description: text,
          required: { type: 'boolean' },
          default: { type: ['string', 'number', 'boolean', 'array'] },
          multiple: { type: 'boolean' },
          sensitive: { type: 'boolean' },
        },
        ['type', 'title', 'description'],
      ),
    ),
  },
  ['manifest_version', 'name', 'version', 'description', 'author', 'server'],
);

const input = {
  description: text,
  isRequired: { type: 'boolean' },
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  value: { type: 'string' },
  isSecret: { type: 'boolean' },
  default: { type: 'string' },
};

/** `server.json` of the MCP registry, as of 2025-12-11 (its generic specification). */
export const REGISTRY_SERVER = closed(
  {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { ...text, maxLength: 100 },
    description: { ...text, maxLength: 100 },
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+$' },
    packages: each(
      closed(
        {
          registryType: { enum: ['npm', 'pypi', 'oci', 'nuget', 'mcpb', 'maven'] },
          registryBaseUrl: { type: 'string', format: 'uri' },
          identifier: text,
          version: { ...text, not: { const: 'latest' } },
          runtimeHint: text,
          transport: closed({ type: { const: 'stdio' } }, ['type']),
          packageArguments: each(
            closed({ type: { const: 'positional' }, value: text, valueHint: text }, ['type', 'value']),
          ),
          environmentVariables: each(
            closed({ name: { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' }, ...input }, ['name']),
          ),
        },
        ['registryType', 'identifier', 'transport'],
      ),
      { minItems: 1 },
    ),
  },
  ['name', 'description', 'version'],
);
