import type { Piece } from '../../widgets/shared/piece.ts';
import { html, SafeHtml } from '../html.ts';

/**
 * Writes a piece as HTML. Documents in clients use the same pieces. Texts and attribute values are escaped. Tags and
 * attribute names are not, because they come only from our code.
 */
export function pieceView({ tag, attributes, children }: Piece): SafeHtml {
  const written = Object.entries(attributes).map(([name, value]) => {
    if (value === undefined || value === false) return '';
    return value === true ? ` ${name}` : ` ${name}="${html`${value}`.text}"`;
  });
  const inside = children.map((child) => (typeof child === 'string' ? html`${child}` : pieceView(child)).text);
  return new SafeHtml(`<${tag}${written.join('')}>${inside.join('')}</${tag}>`);
}
