import { encode } from 'uqr';
import { html, type SafeHtml } from '../html.ts';

/** QR readers need a quiet zone of four modules (ISO/IEC 18004). */
const QUIET = 4;

/** Draws the code as one SVG path, which needs neither style nor script. */
export function qrCode(text: string, label: string): SafeHtml {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const runs: string[] = [];
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (x + 1 < size && row[x + 1]) x += 1;
      runs.push(`M${start} ${y}h${x + 1 - start}v1H${start}z`);
    }
  });
  return html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <path d="${runs.join('')}" />
  </svg>`;
}
