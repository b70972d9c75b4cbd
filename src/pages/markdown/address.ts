import type { ElementNode, PageNode } from '../tree/nodes.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

const LINKABLE = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const MAXIMUM_ADDRESS = 2_048;

/**
 * Returns an absolute URL that is escaped for a markdown link. Returns undefined if the URL is invalid or too long, or
 * has a scheme that is not in `LINKABLE`, such as `javascript:`, which can run code.
 */
export function absoluteAddress(value: string | undefined, baseUrl: string): string | undefined {
  const trimmed = value?.trim();
  if (!trimmed || trimmed.length > MAXIMUM_ADDRESS || !canParseUrl(trimmed, baseUrl)) return undefined;
  const url = new URL(trimmed, baseUrl);
  if (!LINKABLE.has(url.protocol)) return undefined;
  return url.href.replace(
    /[()<>\s\\]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** Scripts that load images lazily keep an image's address in these attributes, or its srcset in LAZY_SETS. */
const LAZY = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-lazyload', 'data-echo', 'data-url'];
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset'];
const MAXIMUM_SIBLINGS = 20;

/**
 * Finds the address of an image even if scripts load the image lazily. Returns undefined for an image without an
 * address, and for an inline image (`data:`).
 */
export function imageAddress(image: ElementNode, baseUrl: string): string | undefined {
  const { parent } = image;
  const near = parent && parent.children.length <= MAXIMUM_SIBLINGS ? parent.children : [];
  const source = parent?.tag === 'picture' ? elementOf(near, 'source') : undefined;
  // The `<noscript>` after a lazy image contains the image for browsers without scripts.
  const spare = elementOf(near.slice(near.indexOf(image) + 1), 'noscript');
  const copy = elementOf(spare?.children.slice(0, MAXIMUM_SIBLINGS) ?? [], 'img');
  return addressOf(image, baseUrl) ?? (source && addressOf(source, baseUrl)) ?? (copy && addressOf(copy, baseUrl));
}

function addressOf({ attributes }: ElementNode, baseUrl: string): string | undefined {
  const candidates = [
    ...LAZY.map((name) => attributes.get(name)),
    ...LAZY_SETS.map((name) => largestOf(attributes.get(name))),
    attributes.get('src'),
    largestOf(attributes.get('srcset')),
  ];
  for (const candidate of candidates) {
    if (!candidate || /^\s*(?:data|blob|about):/i.test(candidate)) continue;
    const address = absoluteAddress(candidate, baseUrl);
    if (address && /^https?:/.test(address)) return address;
  }
  return undefined;
}

function elementOf(nodes: readonly PageNode[], tag: string): ElementNode | undefined {
  return nodes.find((node): node is ElementNode => node.tag === tag);
}

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
