import { h } from '../dom.ts';
import type { Host } from '../host.ts';
import { webLink } from '../links.ts';
import type { WidgetTexts } from '../texts.ts';

export interface MarkdownView {
  host: Host;
  t: WidgetTexts;
}

const LONGEST_LINK_TEXT = 300;
const DEEPEST = 4;
const INLINE =
  /(?<!`)(`+)([^`]|[^`][\s\S]{0,2000}?[^`])\1(?!`)|!\[([^\]]{0,500})\]\(([^()\s]{0,2000})[^)]{0,200}\)|\[((?:[^[\]]|\[[^[\]]*\]){0,1000})\]\((<[^<>\s]{0,2000}>|(?:[^()\s]|\([^()\s]*\)){0,2000})(?:\s+"[^"]{0,300}")?\)|(\*\*|__)(?=\S)([\s\S]{1,2000}?\S)\7|(?<![\w*])([*_])(?=[^\s*_])([^*_]{1,2000}?)\9(?![\w*])|<?(https?:\/\/[^\s<>()[\]]{1,2000})>?|\\([\\`*_{}[\]()#+\-.!|<>~])/;

/** Text that is not Markdown is kept unchanged. */
export function inline(text: string, view: MarkdownView, depth = 0): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let rest = text;
  while (rest !== '') {
    const found = depth < DEEPEST ? INLINE.exec(rest) : null;
    if (!found) break;
    if (found.index > 0) nodes.push(rest.slice(0, found.index));
    nodes.push(...drawn(found, view, depth));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest !== '') nodes.push(rest);
  return nodes;
}

function drawn(found: RegExpExecArray, view: MarkdownView, depth: number): (Node | string)[] {
  const [whole, , code, picture, , label, address, , bold, , italic, bare, escaped] = found;
  if (code !== undefined) return [h('code', {}, code)];
  // A document loads nothing from outside, so a picture is replaced by its description, if it has one.
  if (picture !== undefined) return picture === '' ? [] : [h('span', { class: 'soft' }, `[${picture}]`)];
  if (address !== undefined) {
    const url = address.replace(/^<|>$/g, '');
    const shown = textIn(label ?? '');
    return [webLink(view.host, view.t, url, shown === '' ? url : shown, LONGEST_LINK_TEXT)];
  }
  if (bold !== undefined) return [h('strong', {}, ...inline(bold, view, depth + 1))];
  if (italic !== undefined) return [h('em', {}, ...inline(italic, view, depth + 1))];
  if (bare !== undefined) {
    const url = bare.replace(/[.,;:!?'"]+$/, '');
    return [webLink(view.host, view.t, url, url, LONGEST_LINK_TEXT), bare.slice(url.length)];
  }
  return [escaped ?? whole];
}

function textIn(label: string): string {
  return label
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .trim();
}
