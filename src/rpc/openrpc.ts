import { ErrorData } from '../../schemas/index.ts';
import type { Reason } from '../errors.ts';
import type { ToolDefinition } from '../tools/tool.ts';
import { docsOf, ERROR_KINDS } from './errors.ts';
import { IDEMPOTENCY_META, type RpcService } from './rpc-transport.ts';

interface OpenRpcMethod {
  name: string;
  summary: string;
  description?: string;
  paramStructure: 'by-name';
  params: { name: string; required?: boolean; description?: string; schema: object }[];
  result: { name: string; schema: object };
  errors?: object[];
}

export interface OpenRpcDocument {
  openrpc: '1.3.2';
  info: { title: string; version: string; description: string; license: { name: string } };
  servers?: { name: string; url: string }[];
  methods: OpenRpcMethod[];
  components: { schemas: Record<string, object>; errors: Record<string, object> };
}

const META = {
  type: 'object',
  description: `May hold "${IDEMPOTENCY_META}" (a text of 1 to 255 characters: a repeat under it is answered from the first and charged once) and MCP's own members such as "progressToken".`,
} as const;

const RECEIPT = {
  type: 'object',
  description: 'What the call cost, in credits.',
  required: ['id', 'tool', 'cost', 'cached', 'replayed', 'balance', 'resets_at'],
  properties: {
    id: { type: 'string' },
    tool: { type: 'string' },
    cost: { type: 'number', minimum: 0 },
    cached: { type: 'boolean' },
    replayed: { type: 'boolean', description: 'The stored answer of an earlier call under the same key.' },
    balance: { type: 'number', description: 'What is left of the month.' },
    resets_at: { type: 'string', format: 'date-time' },
    test: { const: true, description: 'Made with a test key: nothing is charged. Absent otherwise.' },
  },
} as const;

/**
 * Describes the service in OpenRPC, for programs that POST JSON-RPC. `endpoint` is the address to which they post;
 * without it, the document names no server.
 */
export function openRpcDocument(
  service: Pick<RpcService, 'tools' | 'serverInfo' | 'instructions'>,
  endpoint?: string,
): OpenRpcDocument {
  const { serverInfo, instructions, tools } = service;
  const definitions = tools.definitions;
  return {
    openrpc: '1.3.2',
    info: {
      title: serverInfo.title,
      version: serverInfo.version,
      description: instructions,
      license: { name: 'MIT' },
    },
    ...(endpoint === undefined ? {} : { servers: [{ name: 'this service', url: endpoint }] }),
    methods: [toolsCall(definitions), toolsList(), discover()],
    components: { schemas: schemasOf(definitions), errors: errorsOf() },
  };
}

function toolsCall(definitions: readonly ToolDefinition[]): OpenRpcMethod {
  return {
    name: 'tools/call',
    summary: 'Calls a tool.',
    description: definitions.map(({ name, description }) => `**${name}**: ${description}`).join('\n\n'),
    paramStructure: 'by-name',
    params: [
      {
        name: 'name',
        required: true,
        description: 'The tool.',
        schema: { type: 'string', enum: definitions.map(({ name }) => name) },
      },
      {
        name: 'arguments',
        description: 'As the tool wants them.',
        schema: { anyOf: definitions.map(({ name }) => reference(argumentsName(name))) },
      },
      { name: '_meta', schema: META },
    ],
    result: {
      name: 'result',
      schema: {
        type: 'object',
        required: ['content', 'structuredContent', '_meta'],
        properties: {
          content: {
            type: 'array',
            description: 'The same as text, for language models.',
            items: {
              type: 'object',
              required: ['type', 'text'],
              properties: { type: { const: 'text' }, text: { type: 'string' } },
            },
          },
          structuredContent: { anyOf: definitions.map(({ name }) => reference(resultName(name))) },
          _meta: {
            type: 'object',
            required: ['io.jobdata/receipt'],
            properties: { 'io.jobdata/receipt': reference('Receipt') },
          },
        },
      },
    },
    errors: ERROR_KINDS.map(({ code }) => ({ $ref: `#/components/errors/${errorName(code)}` })),
  };
}

function toolsList(): OpenRpcMethod {
  return {
    name: 'tools/list',
    summary: 'Lists the tools with their schemas.',
    paramStructure: 'by-name',
    params: [],
    result: {
      name: 'result',
      schema: {
        type: 'object',
        required: ['tools'],
        properties: { tools: { type: 'array', items: { type: 'object', required: ['name', 'inputSchema'] } } },
      },
    },
  };
}

function discover(): OpenRpcMethod {
  return {
    name: 'rpc.discover',
    summary: 'Gives this document.',
    paramStructure: 'by-name',
    params: [],
    result: { name: 'document', schema: { type: 'object', required: ['openrpc', 'info', 'methods'] } },
  };
}

function schemasOf(definitions: readonly ToolDefinition[]): Record<string, object> {
  const schemas: Record<string, object> = { Receipt: RECEIPT, ErrorData };
  for (const { name, title, inputSchema, outputSchema } of definitions) {
    schemas[argumentsName(name)] = { title: `Arguments of ${name}: ${title}`, ...inputSchema };
    schemas[resultName(name)] = { title: `Result of ${name}`, ...outputSchema };
  }
  return schemas;
}

function errorsOf(): Record<string, object> {
  return Object.fromEntries(
    ERROR_KINDS.map(({ code, reasons, meaning }) => [
      errorName(code),
      {
        code,
        message: meaning,
        data: {
          reason: reasons.length === 1 ? reasons[0] : reasons,
          docs: reasons.length === 1 ? docsOf(reasons[0] as Reason, '') : reasons.map((reason) => docsOf(reason, '')),
        },
      },
    ]),
  );
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function argumentsName(tool: string): string {
  return `${tool}_arguments`;
}

function resultName(tool: string): string {
  return `${tool}_result`;
}

function errorName(code: number): string {
  return `E${-code}`;
}
