import { BLOCKS, Dropped, isElement, walk, type ElementNode } from '../tree/nodes.ts';
import { longestRun } from './escape.ts';

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|highlight|brush)[-:]\s?([a-z0-9+#.-]{1,20})(?=\s|;|$)/i;
const NO_LANGUAGE = new Set(['none', 'plaintext', 'text', 'plain', 'default', 'notranslate', 'nohighlight']);

export function codeBlock(element: ElementNode): string {
  const parts: string[] = [];
  walk(element, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node)) parts.push(node.text);
    else if (node.tag === 'br') parts.push('\n');
    else if (node !== element && BLOCKS.has(node.tag) && !/\n$|^$/.test(parts.at(-1) ?? '')) parts.push('\n');
    return true;
  });
  const text = parts.join('').replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
  if (text === '') return '';
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  return `${fence}${languageOf(element)}\n${text}\n${fence}`;
}

function languageOf(element: ElementNode): string {
  const code = element.children.find((child) => child.tag === 'code') as ElementNode | undefined;
  for (const candidate of [code, element, element.parent, element.parent?.parent]) {
    if (!candidate) continue;
    const stated =
      candidate.attributes.get('data-lang') ??
      candidate.attributes.get('data-language') ??
      LANGUAGE.exec(candidate.attributes.get('class') ?? '')?.[1];
    if (stated && /^[\w+#.-]{1,20}$/.test(stated))
      return NO_LANGUAGE.has(stated.toLowerCase()) ? '' : stated.toLowerCase();
  }
  return '';
}
