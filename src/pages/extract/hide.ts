import type { PageKind } from './kind.ts';
import { measure } from '../tree/measure.ts';
import { Dropped, isElement, textOf, walk, type ElementNode, type PageTree } from '../tree/nodes.ts';
import { hiddenByStyle } from '../tree/style-rules.ts';

const NEVER_SEEN = new Set(
  'script style head link meta svg object embed canvas audio video source track param iframe frame frameset map area datalist annotation annotation-xml'.split(
    ' ',
  ),
);
const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*(?:1px|0?\.0\d*(?:px|r?em|%)?|0(?:px|r?em|%)?)\s*(?:;|!|$)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|(?:left|right|top|text-indent)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|r?em)|clip\s*:\s*rect\s*\(\s*[01](?:px)?\b|clip-path\s*:\s*inset\s*\(\s*(?:50|100)%|transform\s*:\s*scale\s*\(\s*0\s*\))/i;
/** Words in the colour of what they stand on. */
const COLOUR = /(?:^|;)\s*color\s*:\s*([\w#(),.% ]{1,40}?)\s*(?:;|!|$)/i;
const BACKGROUND = /(?:^|;)\s*background(?:-color)?\s*:\s*([\w#(),.% ]{1,40}?)\s*(?:;|!|$)/i;
/** The numbers beside lines of code. */
const LINE_NUMBERS =
  /(?:^|\s)(?:linenos?|lineno|linenodiv|line-?numbers?-rows|blob-num|hljs-ln-numbers|gutter)(?=\s|$)/i;
const HIDING_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader(?:-text)?|screenreader|u-?hidden|hidden|d-none|is-hidden|hide|invisible|a11y-hidden|offscreen|print-only|visible-print|mw-editsection|js-only-hidden)(?=\s|$)/i;

/** Hidden on narrow screens alone: Bootstrap's `d-none d-lg-block`, Tailwind's `hidden lg:flex`. */
const SHOWN_ON_WIDE =
  /(?:^|\s)(?:d-(?:sm|md|lg|xl|xxl)-(?!none)|(?:sm|md|lg|xl|2xl|desktop|tablet):(?:block|flex|grid|inline|table|contents))/i;
/** Shown on narrow screens alone, beside a twin for wide ones. */
const HIDDEN_ON_WIDE =
  /(?:^|\s)(?:(?:d-)?(?:md|lg|xl)[:-](?:none|hidden)|hidden-(?:md|lg|desktop)(?:-up)?|(?:mobile|phone)-only|visible-(?:xs|sm)|hide-(?:for-|on-)?(?:desktop|large))(?=\s|$)/i;
/** A click away. */
const PANEL =
  /(?:^|\s)(?:tabs?(?:-|__)?(?:pane|panel)|(?:[a-z]+-)?accordion(?:-|__)(?:collapse|content|body|panel))(?=\s|$)/i;
/** Copies that a slider makes of its slides. */
const CLONE = /(?:^|\s)(?:slick-cloned|swiper-slide-duplicate|cloned|owl-cloned)(?=\s|$)/i;
/** An element with more of the page's text is not hidden by a style sheet. */
const BULK = 0.4;
/** A `<noscript>` with more letters than the rest of the page is what the page has for those without scripts. */
const NOSCRIPT_SHARE = 0.5;

/** Drops what no reader sees: scripts, hidden elements, closed shadow templates. */
export function hideUnseen({ root, styles }: PageTree, kind: PageKind): void {
  measure(root);
  hideMarked(root, kind);
  measure(root);
  if (hideByStyle(root, hiddenByStyle(styles), kind)) measure(root);
  const spare: ElementNode[] = [];
  walk(root, (node) => {
    if (!isElement(node) || node.dropped !== Dropped.no) return false;
    if (node.tag === 'noscript') spare.push(node);
    return node.tag !== 'noscript';
  });
  const spareSize = spare.reduce((sum, { size }) => sum + size, 0);
  if (spareSize > 200 && spareSize >= (root.size - spareSize) * NOSCRIPT_SHARE) return;
  for (const element of spare) element.dropped = Dropped.unseen;
}

/** What the page's style sheets hide, but for the bulk of the page, which a script is to show. */
function hideByStyle(root: ElementNode, names: ReadonlySet<string>, kind: PageKind): boolean {
  if (names.size === 0) return false;
  walk(root, (node) => {
    if (!isElement(node) || node.dropped !== Dropped.no) return false;
    const classes = node.attributes.get('class');
    const id = node.attributes.get('id');
    if (classes === undefined && id === undefined) return true;
    const named =
      (id !== undefined && names.has(`#${id}`)) ||
      (classes?.split(/\s+/).some((name) => names.has(`.${name}`)) ?? false);
    if (!named || node.size > root.size * BULK || isPanel(node, kind)) return true;
    node.dropped = Dropped.unseen;
    return false;
  });
  return true;
}

function isPanel({ attributes }: ElementNode, kind: PageKind): boolean {
  return kind !== 'article' && (attributes.get('role') === 'tabpanel' || PANEL.test(attributes.get('class') ?? ''));
}

function hideMarked(root: ElementNode, kind: PageKind): void {
  walk(root, (node) => {
    if (!isElement(node)) return true;
    if (node === root || !isUnseen(node, kind)) return true;
    // Faded in by a script that has not run.
    if (node.tag === 'main' && node.size > root.size * BULK) return true;
    node.dropped = Dropped.unseen;
    return false;
  });
}

function isUnseen(element: ElementNode, kind: PageKind): boolean {
  const { tag, attributes } = element;
  if (NEVER_SEEN.has(tag)) return true;
  if (tag === 'template') return !attributes.has('shadowrootmode');
  if (attributes.size === 0) return false;
  // Parts that a framework has streamed in and its script is to move to their place.
  if (attributes.has('hidden') && /^S:[0-9a-f]+$/.test(attributes.get('id') ?? '')) return false;
  const classes = attributes.get('class') ?? '';
  if (CLONE.test(classes)) return true;
  if (isPanel(element, kind)) return false;
  if (attributes.has('hidden') && attributes.get('hidden')?.toLowerCase() !== 'until-found') return true;
  if (attributes.get('aria-hidden')?.trim().toLowerCase() === 'true') return true;
  const style = attributes.get('style');
  if (style && (HIDING_STYLE.test(style) || isCamouflaged(style))) return true;
  if (classes === '') return false;
  if (LINE_NUMBERS.test(classes)) return /^[\s\d]*$/.test(textOf(element, 2_000));
  return (HIDING_CLASS.test(classes) && !SHOWN_ON_WIDE.test(classes)) || HIDDEN_ON_WIDE.test(classes);
}

function isCamouflaged(style: string): boolean {
  const colour = COLOUR.exec(style)?.[1]?.toLowerCase();
  return colour === 'transparent' || (colour !== undefined && colour === BACKGROUND.exec(style)?.[1]?.toLowerCase());
}
