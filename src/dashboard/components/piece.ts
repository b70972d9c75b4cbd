import type { Piece } from '../../widgets/shared/piece.ts';
import { html, SafeHtml } from '../html.ts';

/**
 * Renders a piece that the documents in clients also use. Texts and attribute values are escaped; tags and attribute
 * names come from our code only.
 */
export function pieceView({ tag, attributes, children }: Piece): SafeHtml {
  const written = Object.entries(attributes).map(([name, value]) => {
    if (value === undefined || value === false) return '';
    return value === true ? ` ${name}` : ` ${name}="${html`${value}`.text}"`;
  });
  const inside = children.map((child) => (typeof child === 'string' ? html`${child}` : pieceView(child)).text);
  return new SafeHtml(`<${tag}${written.join('')}>${inside.join('')}</${tag}>`);
}
