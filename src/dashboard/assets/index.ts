import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

interface Asset {
  /** Contains a hash of the content, so it can be cached forever. */
  path: string;
  type: string;
  content: string;
}

/** `files`: paths from the dashboard's folder, joined in this order. */
function asset(name: string, extension: string, type: string, files: readonly string[]): Asset {
  const content = files.map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).join('');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `/assets/${name}-${hash}.${extension}`, type, content };
}

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

export const ASSETS = {
  style: asset('style', 'css', CSS, ['assets/style.css', 'home/style.css', 'keys/style.css', 'sources/style.css']),
  script: asset('page', 'js', JAVASCRIPT, ['assets/browser.js']),
  playgroundStyle: asset('playground', 'css', CSS, ['playground/style.css']),
  playgroundScript: asset('playground', 'js', JAVASCRIPT, ['playground/browser.js']),
  docsStyle: asset('docs', 'css', CSS, ['docs/style.css']),
  docsScript: asset('docs', 'js', JAVASCRIPT, ['docs/browser.js']),
  icon: asset('icon', 'svg', 'image/svg+xml', ['assets/icon.svg']),
} as const;

export function registerAssets(app: FastifyInstance): void {
  for (const { path, type, content } of Object.values(ASSETS)) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(content),
    );
  }
}
