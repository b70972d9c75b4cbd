import { toMarkdown } from '../markdown/serialize.ts';
import { buildTree } from './build-tree.ts';
import { extractMain } from './extract-main.ts';
import { guessKind } from './kind.ts';
import { Dropped } from './node.ts';

export function htmlToMarkdown(html: string, url: string): string {
  const page = buildTree(html, url);
  const root = extractMain(page, guessKind(page, url));
  return toMarkdown(root, { baseUrl: page.baseUrl, level: Dropped.boilerplate });
}
