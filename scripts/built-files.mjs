// Writes the files of `dist` that the compiler does not write. A service that runs from `dist` may load a file at any
// time, so a build replaces only files that have changed, each in one step, and removes none.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function put(file, content) {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return;
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.${process.pid}.next`;
  writeFileSync(next, content);
  renameSync(next, file);
}

/** Copies documentation, style sheets, tables and scripts of pages, which the service reads at run time. */
export function copyAssets(root) {
  const from = join(root, 'src');
  for (const file of filesOf(from))
    if (!file.endsWith('.ts')) put(join(root, 'dist', 'src', relative(from, file)), readFileSync(file));
}

/** `documents` maps the name of each document to its content. */
export function putWidgets(root, documents) {
  for (const [name, content] of documents)
    put(join(root, 'dist', 'src', 'widgets', 'documents', `${name}.html`), content);
}

/** Returns the paths, relative to `dist`, of files that were built from sources that no longer exist. */
function leftovers(root) {
  const dist = join(root, 'dist');
  const source = (path) => existsSync(join(root, path));
  return ['src', 'schemas']
    .flatMap((folder) => filesOf(join(dist, folder)))
    .map((file) => relative(dist, file).split(sep).join('/'))
    .filter((path) => {
      const document = /^src\/widgets\/documents\/([^/]+)\.html$/.exec(path)?.[1];
      if (document !== undefined) return !source(`src/widgets/browser/${document}/document.html`);
      return !source(path) && !source(path.replace(/\.(?:js|js\.map|d\.ts)$/, '.ts'));
    });
}

/**
 * Removes `page.js` of each dashboard folder that no longer exists, because the dashboard imports the `page.js` of every
 * folder that it finds (src/dashboard/pages.ts). A running service has imported it at its start and does not need it.
 */
export function removeOldPages(root) {
  for (const path of leftovers(root))
    if (/^src\/dashboard\/[^/]+\/page\.js$/.test(path)) rmSync(join(root, 'dist', path));
}

/** Keeps leftovers out of the package. They are not removed, because a service of an earlier build may load them. */
export function ignoreLeftovers(root) {
  const list = join(root, 'dist', '.npmignore');
  const paths = leftovers(root);
  if (paths.length === 0) rmSync(list, { force: true });
  else writeFileSync(list, paths.map((path) => `/${path}\n`).join(''));
  return paths;
}
