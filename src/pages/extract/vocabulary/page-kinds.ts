import type { LinePattern } from './lines.ts';

export const FORUM_GENERATOR: LinePattern = {
  pattern:
    /discourse|xenforo|vbulletin|phpbb|invision|mybb|smf|simple machines|flarum|nodebb|vanilla|punbb|fluxbb|woltlab|burning board/i,
  hits: ['Discourse 3.2.0', 'vBulletin 3.8.11', 'Powered by SMF', 'Invision Community'],
  misses: ['WordPress 6.4', 'Hugo 0.120', 'Drupal 10'],
};
export const FORUM_PATH: LinePattern = {
  pattern:
    /\/(?:showthread|viewtopic|viewthread|threads?|topic|questions|discussions?|comments|t|d)(?:[/.?-]|$)|\/(?:forums?|boards?|bbs|community)\/|[?&](?:topic|showtopic|thread|t|tid)=\d|-t\d+(?:-s\d+)?\.html$/i,
  hits: [
    '/threads/which-lamp.44/',
    '/viewtopic.php?t=44',
    '/t/which-lamp/44',
    '/index.php?topic=44',
    '/lamps-t44.html',
  ],
  misses: ['/topics', '/tags/lamps', '/discuss', '/blog/my-thread'],
};
export const FORUM_HOST: LinePattern = {
  pattern: /^(?:forums?|boards?|bbs|community|discuss(?:ions?)?|talk)\d*\./i,
  hits: ['forum.example.com', 'forums2.example.org', 'community.example.com', 'discuss.example.org'],
  misses: ['www.example.com', 'boarding.example.com', 'talking.example.com'],
};
export const LISTING_PATH: LinePattern = {
  pattern:
    /^\/$|\/(?:categor(?:y|ies)|catalog|tags?|topics?|archives?|collections?|browse|search|directory|listings?|subjects?)(?:\/|$)|\/page\/\d/i,
  hits: ['/', '/category/lamps/', '/collections/oak', '/blog/page/2', '/search'],
  misses: ['/about', '/categorically-no', '/products/lamp', '/research'],
};
export const ARCHIVE_CLASS: LinePattern = {
  pattern: /(?:^|\s)(?:archive|category|tag|blog|search-results|post-type-archive)(?=\s|$)/i,
  hits: ['archive category', 'home blog', 'post-type-archive wide'],
  misses: ['archived', 'single-post', 'blogger'],
};
/** The page of a single post may also have the classes of a list page. */
export const SINGLE_CLASS: LinePattern = {
  pattern: /(?:^|\s)single/i,
  hits: ['single single-post', 'blog single'],
  misses: ['blog', 'has-single'],
};
export const PRODUCT_CLASS: LinePattern = {
  pattern: /(?:^|\s)(?:single-product|product-template-default|template-product)(?=\s|$)/i,
  hits: ['woocommerce single-product', 'template-product'],
  misses: ['single-products', 'product'],
};
/** This pattern matches product groups too, so PRODUCT_GROUP must be tested first. */
export const PRODUCT_TYPE: LinePattern = {
  pattern: /product/,
  hits: ['product', 'og:product', 'product.item'],
  misses: ['article', 'website'],
};
export const PRODUCT_GROUP: LinePattern = {
  pattern: /product[.:]group/,
  hits: ['product.group', 'product:group'],
  misses: ['product', 'product.item'],
};
