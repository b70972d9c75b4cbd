import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ICON } from './icon.ts';
import { PLAYGROUND_SCRIPT } from './playground-script.ts';
import { PLAYGROUND_STYLE } from './playground-style.ts';
import { SCRIPT } from './script.ts';
import { HOME_STYLE } from './style-home.ts';
import { KEYS_STYLE } from './style-keys.ts';
import { SOURCES_STYLE } from './style-sources.ts';
import { STYLE } from './style.ts';

interface Asset {
  /** Holds a hash of the content: it may be kept for ever. */
  path: string;
  type: string;
  content: string;
}

function asset(name: string, extension: string, type: string, content: string): Asset {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `/assets/${name}-${hash}.${extension}`, type, content };
}

export const ASSETS = {
  style: asset('style', 'css', 'text/css; charset=utf-8', STYLE + HOME_STYLE + KEYS_STYLE + SOURCES_STYLE),
  script: asset('enhance', 'js', 'text/javascript; charset=utf-8', SCRIPT),
  playgroundStyle: asset('playground', 'css', 'text/css; charset=utf-8', PLAYGROUND_STYLE),
  playgroundScript: asset('playground', 'js', 'text/javascript; charset=utf-8', PLAYGROUND_SCRIPT),
  icon: asset('icon', 'svg', 'image/svg+xml', ICON),
} as const;

export function registerAssets(app: FastifyInstance): void {
  for (const { path, type, content } of Object.values(ASSETS)) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(content),
    );
  }
}
