import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '../lib/clock.ts';
import { cachingOf } from '../lib/own-address.ts';
import { LEGACY_VERSIONS, MODERN_VERSIONS } from '../rpc/protocol-revision.ts';
import type { RpcService } from '../rpc/rpc-transport.ts';

/** Paths of the server card: beside the endpoint, as SEP-2127 requires, and where scanners look for it. */
const CARD_PATHS = ['/mcp/server-card', '/.well-known/mcp/server-card.json'];
const CARD_TYPE = 'application/mcp-server-card+json';
const CATALOG_PATH = '/.well-known/ai-catalog.json';
const CATALOG_TYPE = 'application/ai-catalog+json';
/** Name of the entry in the MCP registry (`mcpName` of the package). A test compares the two. */
const NAME = 'io.jobdata/jobdata';
/** The format allows at most 100 characters. */
const DESCRIPTION = 'Jobs, employer ratings and pages of Great Britain and France for programs and assistants.';

export function registerServerCard(app: FastifyInstance, service: RpcService, publicUrl: string | null): void {
  const describe = (path: string, type: string, write: (base: string) => object): void => {
    app.get(path, (request, reply) => {
      const base = app.baseUrlOf(request);
      if (base === '') return reply.callNotFound();
      return sendDescription(request, reply.header('cache-control', cachingOf(publicUrl)), type, write(base));
    });
    app.options(path, (_request, reply) =>
      shareWithAll(reply)
        .header('access-control-allow-methods', 'GET')
        .header('access-control-allow-headers', 'content-type, if-none-match')
        .header('access-control-max-age', String(DAY_SECONDS))
        .code(204)
        .send(),
    );
  };
  for (const path of CARD_PATHS) describe(path, CARD_TYPE, (base) => serverCard(service, base));
  describe(CATALOG_PATH, CATALOG_TYPE, catalog);
}

function serverCard({ serverInfo }: RpcService, base: string): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: NAME,
    version: serverInfo.version,
    title: serverInfo.title.slice(0, 100),
    description: DESCRIPTION,
    websiteUrl: base,
    remotes: [
      {
        type: 'streamable-http',
        url: `${base}/mcp`,
        headers: [
          {
            name: 'Authorization',
            isRequired: false,
            isSecret: true,
            value: 'Bearer {api_key}',
            variables: { api_key: { isRequired: true, isSecret: true } },
          },
        ],
        supportedProtocolVersions: [...MODERN_VERSIONS, ...LEGACY_VERSIONS],
      },
    ],
  };
}

function catalog(base: string): object {
  return {
    specVersion: '1.0',
    entries: [
      { identifier: `urn:air:${new URL(base).hostname}:mcp:jobdata`, type: CARD_TYPE, url: `${base}${CARD_PATHS[0]}` },
    ],
  };
}

function shareWithAll(reply: FastifyReply): FastifyReply {
  return reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'etag');
}

function sendDescription(request: FastifyRequest, reply: FastifyReply, type: string, content: object): FastifyReply {
  const text = JSON.stringify(content);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  shareWithAll(reply).header('etag', tag);
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  if (known.includes(tag) || known.includes('*')) return reply.code(304).send();
  // Fastify would add a charset to the type of a text, so bytes are sent.
  return reply.type(type).send(Buffer.from(text));
}
