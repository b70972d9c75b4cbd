import { isElement, walk, type ElementNode, type PageNode } from '../tree/nodes.ts';

const MAXIMUM_LENGTH = 2_000;

/** Returns the TeX source of a formula between dollar signs, or else its MathML as one line, such as "a/b" or "x^2". */
export function mathText(math: ElementNode): string {
  let source = '';
  walk(math, (node) => {
    if (isElement(node) && node.tag === 'annotation' && /tex/i.test(node.attributes.get('encoding') ?? '')) {
      const text = node.children.map((child) => (isElement(child) ? '' : child.text)).join('');
      if (source === '') source = text.trim();
    }
    return source === '';
  });
  const tex = source || (math.attributes.get('alttext') ?? '').trim();
  const line = (tex || lineOf(math)).replace(/\s+/g, ' ').trim().slice(0, MAXIMUM_LENGTH);
  return tex === '' || line === '' ? line : `$${line}$`;
}

/** Recursion is safe, because `buildTree` limits the depth. */
function lineOf(node: PageNode): string {
  if (!isElement(node)) return node.text.trim();
  if (node.tag.startsWith('annotation')) return '';
  const parts = node.children.map(lineOf).filter((part) => part !== '');
  const [first = '', second = '', third = ''] = parts;
  switch (node.tag) {
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`;
    case 'msup':
    case 'mover':
      return `${first}^${grouped(second)}`;
    case 'msub':
    case 'munder':
      return `${first}_${grouped(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${first}_${grouped(second)}^${grouped(third)}`;
    case 'msqrt':
      return `√(${parts.join('')})`;
    case 'mo':
      return first.length === 1 && /[=+<>≤≥≈±−]/.test(first) ? ` ${first} ` : first;
    default:
      return parts.join('');
  }
}

function grouped(text: string): string {
  return /^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`;
}
