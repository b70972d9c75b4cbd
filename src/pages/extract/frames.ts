import { squeeze } from '../../lib/text.ts';
import { isLargeFrame, kindOfFrame } from '../../egress/frame-rules.ts';
import { absoluteAddress } from '../markdown/address.ts';
import { Dropped, isElement, walk, type ElementNode, type PageTree } from '../tree/nodes.ts';

export interface PageFrame {
  url: string;
  title: string;
  /** True if the frame has the page's own origin or is an employer's embedded job board. */
  isPart: boolean;
}

const MAXIMUM_FRAMES = 20;

/** Finds the large frames in a page's markup. `hideUnseen` must have run. */
export function findFrames({ root, baseUrl }: PageTree, url: string): PageFrame[] {
  const found = new Map<string, PageFrame>();
  walk(root, (node) => {
    if (!isElement(node)) return false;
    if (node.tag !== 'iframe' && node.tag !== 'frame')
      return node.dropped !== Dropped.unseen || node.tag === 'frameset';
    const source = node.attributes.get('src') || node.attributes.get('data-src');
    const address = isHidden(node) || found.size >= MAXIMUM_FRAMES ? undefined : absoluteAddress(source, baseUrl);
    const kind = address === undefined ? 'noise' : kindOfFrame(address, url);
    if (address === undefined || kind === 'noise') return false;
    const sizes = [sizeOf(node, 'width'), sizeOf(node, 'height')] as const;
    const [width = Infinity, height = Infinity] = sizes;
    // A frame without a stated size counts as large if it is part of the page. Any other such frame is left out,
    // because it is usually a tracker.
    const stated = kind === 'part' || sizes.some((size) => size !== undefined);
    if (!stated || !isLargeFrame(kind, width, height)) return false;
    const title = squeeze(node.attributes.get('title') ?? '').slice(0, 200);
    found.set(address, { url: address, title, isPart: kind === 'part' });
    return false;
  });
  return [...found.values()];
}

function isHidden({ attributes }: ElementNode): boolean {
  return attributes.has('hidden') || /display:\s*none|visibility:\s*hidden/i.test(attributes.get('style') ?? '');
}

/** Returns pixels, infinity for a relative size such as "50%", or undefined if no size is stated. */
function sizeOf({ attributes }: ElementNode, name: 'width' | 'height'): number | undefined {
  const styled = new RegExp(`(?:^|[;\\s])${name}:\\s*([\\d.]+(?:px|%|v[wh]|r?em))`, 'i').exec(
    attributes.get('style') ?? '',
  );
  const [, number, unit] = /^\s*([\d.]+)\s*(\D*)/.exec(styled?.[1] ?? attributes.get(name) ?? '') ?? [];
  if (number === undefined) return undefined;
  return unit === '' || unit === 'px' ? Number(number) : Infinity;
}
