// The READMEs' badges are drawn from package.json, so that they are never outdated and load nothing from other sites.
import { readFileSync } from 'node:fs';

/** Width of a letter at 11 pixels, which is a little more than the widest font of the badge needs. */
const LETTER = 6.6;
const PADDING = 12;

export function badges(root: string): ReadonlyMap<string, string> {
  const { engines, license } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    engines: { node: string };
    license: string;
  };
  const [, from, before] = /^>=(\d+\.\d+)\.\d+ <(\d+)$/.exec(engines.node) ?? [];
  if (from === undefined || before === undefined) throw new Error(`No badge is drawn of ${engines.node}.`);
  return new Map([
    ['node', badge('Node.js', `${from} – ${Number(before) - 1}`)],
    ['license', badge('License', license)],
  ]);
}

function badge(name: string, value: string): string {
  const widthOf = (text: string): number => Math.round(text.length * LETTER) + PADDING;
  const [left, right] = [widthOf(name), widthOf(value)];
  const text = (content: string, middle: number): string => `  <text x="${middle}" y="14">${content}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}: ${value}">
  <title>${name}: ${value}</title>
  <clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#r)">
    <rect width="${left}" height="20" fill="#4a5160"/>
    <rect x="${left}" width="${right}" height="20" fill="#1f5f8b"/>
  </g>
  <g fill="#fff" text-anchor="middle" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
  ${text(name, left / 2)}
  ${text(value, left + right / 2)}
  </g>
</svg>
`;
}
