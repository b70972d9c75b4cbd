import type { FastifyInstance } from 'fastify';
import { DAY_SECONDS } from '../../lib/clock.ts';
import { createAsset, type Asset } from './asset.ts';

const here = (file: string): URL => new URL(file, import.meta.url);

export const PAGE_STYLE_FILE = here('style.css');
export const PAGE_SCRIPT = createAsset('page', 'js', [here('browser.js')]);

/** For pages that show a tool's form or its result. */
export const TOOL_STYLE = createAsset('playground', 'css', [
  here('../../widgets/shared/pieces.css'),
  here('tools.css'),
]);
/** The part of a page's script that a form with a list of platforms needs. */
export const SITES_SCRIPT_FILE = here('sites.js');

export const PICTURES = {
  icon: createAsset('icon', 'svg', [here('icon.svg')]),
  touchIcon: createAsset('touch-icon', 'png', [here('touch-icon.png')]),
  preview: createAsset('preview', 'png', [here('preview.png')]),
} as const;

/** Browsers request `/favicon.ico` even if the page links to other icons. */
const FAVICON = createAsset('favicon', 'ico', [here('favicon.ico')]);

const ROBOTS = `User-agent: *
Disallow: /authorize
Disallow: /docs?
Disallow: /login
`;

export function registerAssets(app: FastifyInstance, ofPages: readonly Asset[]): void {
  for (const { path, type, content } of [PAGE_SCRIPT, TOOL_STYLE, ...Object.values(PICTURES), ...ofPages]) {
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
