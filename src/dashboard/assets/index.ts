import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { DAY_SECONDS } from '../../lib/clock.ts';

interface Asset {
  /** The path contains a hash of the content, so browsers may cache the file forever. */
  path: string;
  type: string;
  content: Buffer;
}

function asset(name: string, extension: string, type: string, files: readonly string[]): Asset {
  const content = Buffer.concat(files.map((file) => readFileSync(new URL(`../${file}`, import.meta.url))));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `/assets/${name}-${hash}.${extension}`, type, content };
}

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

export const ASSETS = {
  style: asset('style', 'css', CSS, [
    'assets/style.css',
    'home/style.css',
    'keys/style.css',
    'sources/style.css',
    'overview/style.css',
  ]),
  script: asset('page', 'js', JAVASCRIPT, ['assets/browser.js']),
  playgroundStyle: asset('playground', 'css', CSS, ['../widgets/shared/pieces.css', 'playground/style.css']),
  playgroundScript: asset('playground', 'js', JAVASCRIPT, ['playground/sites.js', 'playground/browser.js']),
  savedSearchScript: asset('saved-search', 'js', JAVASCRIPT, ['playground/sites.js', 'saved-searches/browser.js']),
  clientViewScript: asset('client-view', 'js', JAVASCRIPT, ['playground/client-view/browser.js']),
  docsStyle: asset('docs', 'css', CSS, ['docs/style.css']),
  docsScript: asset('docs', 'js', JAVASCRIPT, ['docs/browser.js']),
} as const;

export const PICTURES = {
  icon: asset('icon', 'svg', 'image/svg+xml', ['assets/icon.svg']),
  touchIcon: asset('touch-icon', 'png', 'image/png', ['assets/touch-icon.png']),
  preview: asset('preview', 'png', 'image/png', ['assets/preview.png']),
} as const;

/** Browsers request `/favicon.ico` even if the page links to other icons. */
const FAVICON = asset('favicon', 'ico', 'image/vnd.microsoft.icon', ['assets/favicon.ico']);

const ROBOTS = `User-agent: *
Disallow: /authorize
Disallow: /docs?
Disallow: /login
`;

export function registerAssets(app: FastifyInstance): void {
  for (const { path, type, content } of [...Object.values(ASSETS), ...Object.values(PICTURES)]) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(content),
    );
  }
  const publicDay = `public, max-age=${DAY_SECONDS}`;
  app.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', publicDay).type(FAVICON.type).send(FAVICON.content),
  );
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', publicDay).type('text/plain; charset=utf-8').send(ROBOTS),
  );
}
