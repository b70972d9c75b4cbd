// Each folder of src/widgets/browser with a document.html becomes one self-contained document, in which style sheets
// and script are bundled, minified and inlined.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync, transformSync } from 'esbuild';

/** The path is relative to the compiled file in dist/scripts/widgets. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = join(ROOT, 'src', 'widgets', 'browser');
const TARGET = 'es2022';

export function buildWidgets(): Map<string, string> {
  const documents = new Map<string, string>();
  for (const name of readdirSync(SOURCES)) {
    const page = join(SOURCES, name, 'document.html');
    if (existsSync(page)) documents.set(name, inline(readFileSync(page, 'utf8'), name));
  }
  return documents;
}

function inline(page: string, name: string): string {
  const document = page
    .replace(/\n +/g, '\n')
    .replace(/\s*<link rel="stylesheet" href="([^"]+)" \/>/g, (_link, path: string) => {
      const style = readFileSync(join(SOURCES, name, path), 'utf8');
      return `<style>${transformSync(style, { loader: 'css', minify: true, target: TARGET }).code.trim()}</style>`;
    })
    .replace(/<script type="module" src="\.\/([\w-]+\.ts)"><\/script>/, (_script, entry: string) => {
      const script = bundle(join(SOURCES, name, entry));
      if (/<\/script|<!--/i.test(script)) throw new Error(`${name}: its script would end its own element.`);
      return `<script>${script}</script>`;
    });
  if (/<link|\ssrc=/.test(document)) throw new Error(`${name}: names a file that is not put inside.`);
  return document;
}

function bundle(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text.trim() ?? '';
}
