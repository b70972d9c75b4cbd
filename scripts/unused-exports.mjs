// Fails if a value is exported that no other file imports. Types are not checked, because they belong to the functions
// that use them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './setup.mjs';

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.(?:ts|mjs)$/.test(entry.name)) yield path;
  }
}

const sources = ['src', 'schemas', 'scripts', 'test'].flatMap((folder) => [...files(join(root, folder))]);
const texts = new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]));
const EXPORT = /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let) (\w+)/gm;
const unused = [];
for (const [path, text] of texts) {
  // Only src is checked, because schemas are exported for callers too.
  if (!relative(root, path).startsWith('src')) continue;
  for (const [, name] of text.matchAll(EXPORT)) {
    const word = new RegExp(`\\b${name}\\b`);
    const used = [...texts].some(([other, content]) => other !== path && word.test(content));
    if (!used) unused.push(`${relative(root, path)}: ${name}`);
  }
}
if (unused.length > 0) {
  process.stderr.write(`Exported, but imported nowhere:\n  ${unused.join('\n  ')}\n`);
  process.exit(1);
}
