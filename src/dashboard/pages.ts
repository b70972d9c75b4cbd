import { existsSync, readdirSync } from 'node:fs';
import { createAsset, type Asset } from './assets/asset.ts';
import { PAGE_STYLE_FILE } from './assets/index.ts';
import type { FooterLink, MenuEntry, PageFolder } from './page-folder.ts';

/** What all page folders together add to the dashboard. */
export interface DashboardPages {
  folders: readonly PageFolder[];
  menu: readonly MenuEntry[];
  footer: readonly FooterLink[];
  docs: readonly (readonly [path: string, docs: string])[];
  style: Asset;
}

/** Imports the `page.ts` of each folder beside this file. */
export async function loadPages(): Promise<DashboardPages> {
  // The file has the extension of this one, which is `.js` in the build.
  const file = `page${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`;
  const urls = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => new URL(`${name}/${file}`, import.meta.url))
    .filter((url) => existsSync(url))
    .sort((a, b) => (a.href < b.href ? -1 : 1));
  return joinPages(await Promise.all(urls.map(loadPage)));
}

async function loadPage({ href }: URL): Promise<PageFolder> {
  const { page } = (await import(href)) as { page?: Partial<PageFolder> };
  if (typeof page?.register !== 'function' || typeof page.tested !== 'object')
    throw new Error(`${href} does not export a "page" with "register" and "tested" (see page-folder.ts).`);
  return page as PageFolder;
}

export function joinPages(folders: readonly PageFolder[]): DashboardPages {
  const inOrder = <Part extends { order: number }>(kind: string, parts: readonly Part[]): Part[] => {
    requireUnique(
      `order in ${kind}`,
      parts.map(({ order }) => order),
    );
    return parts.toSorted((a, b) => a.order - b.order);
  };
  const menu = inOrder(
    'the menu',
    folders.flatMap((page) => page.menu ?? []),
  );
  requireUnique(
    'shortcut letter',
    menu.map(({ letter }) => letter),
  );
  const docs = folders.flatMap((page) => Object.entries(page.docs ?? {}));
  requireUnique(
    'path with a link to the documentation',
    docs.map(([path]) => path),
  );
  const styles = inOrder(
    'the style sheet',
    folders.flatMap(({ style }) => style ?? []),
  );
  return {
    folders,
    menu,
    footer: inOrder(
      'the footer',
      folders.flatMap((page) => page.footer ?? []),
    ),
    // "/operator/sources" is looked for before "/operator".
    docs: docs.sort(([a], [b]) => b.length - a.length),
    style: createAsset('style', 'css', [PAGE_STYLE_FILE, ...styles.map(({ file }) => file)]),
  };
}

function requireUnique(what: string, values: readonly (string | number)[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new Error(`Two pages of the dashboard have the same ${what}: ${twice}.`);
}
