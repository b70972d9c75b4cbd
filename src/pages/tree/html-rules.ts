/** The rules of HTML nesting that extraction needs (https://html.spec.whatwg.org/multipage/parsing.html). */

/** Extraction uses only these attributes (and SIZES of iframes), so other attributes are dropped. */
export const KEPT_ATTRIBUTES = new Set(
  (
    'href src srcset data-src data-srcset data-original data-lazy-src data-lazy-srcset data-lazy data-lazyload data-echo data-url alt title class id role style hidden ' +
    'aria-hidden aria-modal aria-label type checked colspan rowspan start value itemprop itemtype itemscope content property ' +
    'alttext encoding aria-controls aria-expanded data-target data-bs-target data-aos data-w-id data-jobdata-layout name rel datetime data-lang data-language data-role data-cfemail media lang http-equiv open shadowrootmode slot disabled aria-disabled reversed'
  ).split(' '),
);
export const SIZES = new Set(['width', 'height']);
export const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen'.split(' '),
);
export const UNSHOWN = new Set('script style title iframe noembed noframes'.split(' '));
/** When a formatting element ends inside a block that it contains, the block is split in two. */
export const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u span label'.split(' '));
/** An end tag inside one of these elements cannot close an element outside it, unless its name is in TABLE_PARTS. */
export const SCOPES = new Set('table td th caption html template object marquee applet'.split(' '));
export const TABLE_PARTS = new Set('table caption colgroup thead tbody tfoot tr td th'.split(' '));
export const ENDS_PARAGRAPH = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr li main menu nav ol p pre search section table ul'
  ).split(' '),
);
/** Each start tag closes the nearest open element in `targets`, unless an element in `within` is nearer. */
export const CLOSES: ReadonlyMap<string, { targets: ReadonlySet<string>; within: ReadonlySet<string> }> = new Map([
  ['li', { targets: new Set(['li']), within: new Set(['ul', 'ol', 'menu', 'dir']) }],
  ['dt', { targets: new Set(['dt', 'dd']), within: new Set(['dl']) }],
  ['dd', { targets: new Set(['dt', 'dd']), within: new Set(['dl']) }],
  ['tr', { targets: new Set(['tr', 'caption', 'colgroup']), within: new Set(['table']) }],
  ['td', { targets: new Set(['td', 'th']), within: new Set(['tr', 'table']) }],
  ['th', { targets: new Set(['td', 'th']), within: new Set(['tr', 'table']) }],
  ['thead', { targets: new Set(['thead', 'tbody', 'tfoot', 'caption', 'colgroup']), within: new Set(['table']) }],
  ['tbody', { targets: new Set(['thead', 'tbody', 'tfoot', 'caption', 'colgroup']), within: new Set(['table']) }],
  ['tfoot', { targets: new Set(['thead', 'tbody', 'tfoot', 'caption', 'colgroup']), within: new Set(['table']) }],
  ['option', { targets: new Set(['option']), within: new Set(['select', 'datalist']) }],
  ['optgroup', { targets: new Set(['option', 'optgroup']), within: new Set(['select']) }],
]);
export const PARAGRAPH_LIMITS = new Set(
  'button div section article main aside header footer nav li ul ol dl dd dt blockquote form'.split(' '),
);
