import { isElement, walk, type PageTree } from '../tree/nodes.ts';
import { PRICE } from './vocabulary/lines.ts';
import {
  ARCHIVE_CLASS,
  FORUM_GENERATOR,
  FORUM_HOST,
  FORUM_PATH,
  LISTING_PATH,
  PRODUCT_CLASS,
  PRODUCT_GROUP,
  PRODUCT_TYPE,
  SINGLE_CLASS,
} from './vocabulary/page-kinds.ts';
import { POST_NAME } from './vocabulary/posts.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

/** The kind of a page decides which parts count as its content. */
export type PageKind = 'article' | 'forum' | 'product' | 'listing' | 'other';

const TYPE = /"@type"\s*:\s*(?:\[\s*)?"([A-Za-z]+)"/g;

export function guessKind(page: PageTree, url: string): PageKind {
  const types = new Set<string>();
  for (const text of page.jsonLd.slice(0, 20))
    for (const [, type] of text.slice(0, 100_000).matchAll(TYPE)) types.add(type ?? '');
  if (types.has('DiscussionForumPosting') || types.has('QAPage')) return 'forum';
  if (FORUM_GENERATOR.pattern.test(page.meta.get('generator') ?? '')) return 'forum';
  const { hostname, pathname, search } = new URL(canParseUrl(url) ? url : 'about:blank');
  if ((FORUM_PATH.pattern.test(pathname + search) || FORUM_HOST.pattern.test(hostname)) && countPosts(page) >= 2)
    return 'forum';
  const ogType = page.meta.get('og:type')?.toLowerCase() ?? '';
  const bodyClass = page.root.attributes.get('class') ?? '';
  if (PRODUCT_CLASS.pattern.test(bodyClass)) return 'product';
  // Shops use this `og:type` for categories.
  if (PRODUCT_GROUP.pattern.test(ogType)) return 'listing';
  if (types.has('Product') || types.has('ProductGroup') || PRODUCT_TYPE.pattern.test(ogType)) {
    if (pathname !== '/' && !['ItemList', 'CollectionPage', 'Service', 'LocalBusiness'].some((type) => types.has(type)))
      return 'product';
  }
  if (types.has('CollectionPage') || types.has('ItemList') || types.has('SearchResultsPage')) return 'listing';
  if (
    LISTING_PATH.pattern.test(pathname) ||
    (ARCHIVE_CLASS.pattern.test(bodyClass) && !SINGLE_CLASS.pattern.test(bodyClass))
  )
    return 'listing';
  if (
    types.has('NewsArticle') ||
    types.has('Article') ||
    types.has('BlogPosting') ||
    types.has('TechArticle') ||
    ogType === 'article'
  )
    return 'article';
  return isShop(page) ? 'listing' : 'other';
}

/**
 * A page with at least this many prices is a product list, unless its sentences have MAXIMUM_PROSE or more characters
 * for each price.
 */
const SHOP_PRICES = 8;
const MAXIMUM_PROSE = 250;
const SENTENCE = 60;

function isShop(page: PageTree): boolean {
  let prices = 0;
  let prose = 0;
  walk(page.root, (node) => {
    if (isElement(node)) return node.tag !== 'script' && node.tag !== 'style';
    const { text } = node;
    if (text.length < 40 && PRICE.pattern.test(text)) prices += 1;
    const { length } = text.trim();
    if (length >= SENTENCE) prose += length;
    return true;
  });
  return prices >= SHOP_PRICES && prose < prices * MAXIMUM_PROSE;
}

function countPosts(page: PageTree): number {
  let count = 0;
  walk(page.root, (node) => {
    if (
      isElement(node) &&
      POST_NAME.pattern.test(`${node.attributes.get('class') ?? ''} ${node.attributes.get('id') ?? ''}`)
    )
      count += 1;
    return count < 5;
  });
  return count;
}
