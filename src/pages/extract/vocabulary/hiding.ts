import type { LinePattern } from './lines.ts';

export const GONE_STYLE: LinePattern = {
  pattern:
    /(?:^|;)\s*(?:display\s*:\s*none|font-size\s*:\s*(?:1px|0?\.0\d*(?:px|r?em|%)?|0(?:px|r?em|%)?)\s*(?:;|!|$)|(?:left|right|top|text-indent)\s*:\s*-\d{3,}(?:\.\d+)?(?:px|r?em)|clip\s*:\s*rect\s*\(\s*[01](?:px)?\b|clip-path\s*:\s*(?:inset\s*\(\s*(?:50|100)%|circle\s*\(\s*0)|transform\s*:\s*scale\s*\(\s*0\s*\))/i,
  hits: [
    'display: NONE',
    'color:red;display:none',
    'font-size:0',
    'left:-9999px',
    'text-indent: -5000px',
    'font-size:1px',
    'clip-path: circle(0)',
  ],
  misses: ['display:block', 'font-size:0.9em', 'left:-10px', 'background:none', 'clip-path:inset(5%)'],
};
/** A box without size hides its content if CUT_STYLE applies too. */
export const FLAT_STYLE: LinePattern = {
  pattern: /(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*[01](?:\.0+)?(?:px|r?em|%)?\s*(?:;|!|$)/i,
  hits: ['height:0', 'max-height: 0px;color:red', 'width:1px'],
  misses: ['height:10px', 'line-height:0', 'min-height:0', 'max-height:100%'],
};
export const CUT_STYLE: LinePattern = {
  pattern: /(?:^|;)\s*overflow(?:-[xy])?\s*:\s*(?:hidden|clip)/i,
  hits: ['overflow:hidden', 'height:0;overflow-y: hidden'],
  misses: ['overflow:auto', 'text-overflow:clip'],
};
/** The element is hidden but keeps its place, often until it comes into view. */
export const FAINT_STYLE: LinePattern = {
  pattern: /(?:^|;)\s*(?:visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?%?\s*(?:;|!|$))/i,
  hits: ['opacity:0', 'visibility: hidden', 'color:red;opacity: 0.0;', 'opacity:0!important'],
  misses: ['opacity:0.5', 'visibility:visible', 'fill-opacity:0'],
};
export const COLOUR = /(?:^|;)\s*color\s*:\s*([\w#(),.%/ ]{1,40}?)\s*(?:;|!|$)/i;
export const BACKGROUND = /(?:^|;)\s*background(?:-color)?\s*:\s*([\w#(),.%/ ]{1,40}?)\s*(?:;|!|$)/i;
export const CLEAR =
  /^(?:(?:rgb|hsl)a?\((?:[^,/]+,){3}\s*0(?:\.0+)?%?\s*\)|(?:rgb|hsl)a?\([^,/]+\/\s*0(?:\.0+)?%?\s*\)|#[\da-f]{3}0|#[\da-f]{6}00)$/;

export const HIDING_CLASSES: ReadonlySet<string> = new Set(
  (
    'sr-only visually-hidden visuallyhidden screen-reader screen-reader-text screenreader u-hidden uhidden hidden d-none is-hidden ' +
    'hide invisible a11y-hidden offscreen print-only visible-print mw-editsection js-only-hidden'
  ).split(' '),
);
/** Elements that are hidden only on narrow screens, such as Bootstrap's `d-none d-lg-block`. */
export const SHOWN_ON_WIDE: LinePattern = {
  pattern:
    /(?:^|\s)(?:d-(?:sm|md|lg|xl|xxl)-(?!none)|(?:sm|md|lg|xl|2xl|desktop|tablet):(?:block|flex|grid|inline|table|contents))/i,
  hits: ['d-none d-lg-block', 'hidden lg:flex'],
  misses: ['d-none', 'hidden lg:hidden', 'd-none d-md-none'],
};
/** Elements that are shown only on narrow screens, next to a copy for wide screens. */
export const HIDDEN_ON_WIDE: LinePattern = {
  pattern:
    /(?:^|\s)(?:(?:d-)?(?:md|lg|xl)[:-](?:none|hidden)|hidden-(?:md|lg|desktop)(?:-up)?|(?:mobile|phone)-only|visible-(?:xs|sm)|hide-(?:for-|on-)?(?:desktop|large))(?=\s|$)/i,
  hits: ['block lg:hidden', 'd-md-none', 'mobile-only', 'visible-xs'],
  misses: ['hidden-xs', 'md:block', 'mobile'],
};
/** Copies of slides that a slider made, and drawings of formulas, which repeat the formula's source. */
export const CLONE: LinePattern = {
  pattern:
    /(?:^|\s)(?:slick-cloned|swiper-slide-duplicate|cloned|owl-cloned|katex-html|mwe-math-fallback-image-\w+)(?=\s|$)/i,
  hits: ['slide slick-cloned', 'swiper-slide swiper-slide-duplicate'],
  misses: ['swiper-slide', 'clone'],
};
export const LINE_NUMBERS: LinePattern = {
  pattern: /(?:^|\s)(?:linenos?|lineno|linenodiv|line-?numbers?-rows|blob-num|hljs-ln-numbers|gutter)(?=\s|$)/i,
  hits: ['linenos', 'blob-num js-line-number', 'line-numbers-rows'],
  misses: ['line', 'gutters'],
};
