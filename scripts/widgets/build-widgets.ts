// Makes of each folder of src/widgets/browser with a document.html one self-contained document: style sheets and the
// script that it names are put inside.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkModules } from './link-modules.ts';

/** Compiled, this file lies three folders under the root. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = join(ROOT, 'src', 'widgets', 'browser');
const MODULES = join(ROOT, 'dist', 'src', 'widgets', 'browser');
const BUILT = join(ROOT, 'dist', 'src', 'widgets', 'documents');

export function buildWidgets(): void {
  rmSync(BUILT, { recursive: true, force: true });
  mkdirSync(BUILT, { recursive: true });
  for (const name of readdirSync(SOURCES)) {
    const page = join(SOURCES, name, 'document.html');
    if (existsSync(page)) writeFileSync(join(BUILT, `${name}.html`), inline(readFileSync(page, 'utf8'), name));
  }
}

function inline(page: string, name: string): string {
  const document = page
    .replace(/\n +/g, '\n')
    .replace(/\s*<link rel="stylesheet" href="([^"]+)" \/>/g, (_link, path: string) => {
      return `<style>${smallStyle(readFileSync(join(SOURCES, name, path), 'utf8'))}</style>`;
    })
    .replace(/<script type="module" src="\.\/([\w-]+)\.ts"><\/script>/, (_script, entry: string) => {
      const script = linkModules(join(MODULES, name, `${entry}.js`));
      if (/<\/script|<!--/i.test(script)) throw new Error(`${name}: its script would end its own element.`);
      return `<script>${script}</script>`;
    });
  if (/<link|\ssrc=/.test(document)) throw new Error(`${name}: names a file that is not put inside.`);
  return document;
}

function smallStyle(style: string): string {
  return style
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/([\w-]+): /g, '$1:')
    .replaceAll(';}', '}')
    .replace(/#([\da-f])\1([\da-f])\2([\da-f])\3\b/g, '#$1$2$3')
    .trim();
}
