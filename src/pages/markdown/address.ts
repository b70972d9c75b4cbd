import type { ElementNode } from '../extract/node.ts';

const LINKABLE = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const MAXIMUM_ADDRESS = 2_048;

/** An absolute address fit for the round brackets of a link; undefined for what can run (javascript:, data:) or is none. */
export function absoluteAddress(value: string | undefined, baseUrl: string): string | undefined {
  const trimmed = value?.trim();
  if (!trimmed || trimmed.length > MAXIMUM_ADDRESS || !URL.canParse(trimmed, baseUrl)) return undefined;
  const url = new URL(trimmed, baseUrl);
  if (!LINKABLE.has(url.protocol)) return undefined;
  return url.href.replace(
    /[()<>\s\\]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

const SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url', 'src'];

/** Address of an image, lazy ones too. Inline pictures (data:) have none. */
export function imageAddress(image: ElementNode, baseUrl: string): string | undefined {
  const candidates = SOURCES.map((name) => image.attributes.get(name));
  candidates.push(largestOf(image.attributes.get('data-srcset')), largestOf(image.attributes.get('srcset')));
  if (image.parent?.tag === 'picture') {
    const source = image.parent.children.find((child) => child.tag === 'source') as ElementNode | undefined;
    candidates.push(largestOf(source?.attributes.get('srcset')), largestOf(source?.attributes.get('data-srcset')));
  }
  for (const candidate of candidates) {
    if (!candidate || /^\s*(?:data|blob|about):/i.test(candidate)) continue;
    const address = absoluteAddress(candidate, baseUrl);
    if (address && /^https?:/.test(address)) return address;
  }
  return undefined;
}

/** The widest (or densest) candidate of a srcset. */
function largestOf(srcset: string | undefined): string | undefined {
  if (!srcset) return undefined;
  let best: string | undefined;
  let most = -1;
  for (const candidate of srcset.split(/,\s+|,(?=https?:)/).slice(0, 50)) {
    const [address, size = '1x'] = candidate.trim().split(/\s+/);
    const width = Number.parseFloat(size) || 0;
    if (!address || address.startsWith('data:') || width <= most) continue;
    most = width;
    best = address;
  }
  return best;
}
