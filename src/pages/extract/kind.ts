import { isElement, walk, type PageTree } from '../tree/nodes.ts';

/** What a page is mostly for: it decides what counts as its content. */
export type PageKind = 'article' | 'forum' | 'product' | 'listing' | 'other';

const FORUM_GENERATOR =
  /discourse|xenforo|vbulletin|phpbb|invision|mybb|smf|simple machines|flarum|nodebb|vanilla|punbb|fluxbb|woltlab|burning board/i;
const FORUM_PATH =
  /\/(?:showthread|viewtopic|viewthread|threads?|topic|questions|discussions?|comments|t|d)(?:[/.?-]|$)|\/(?:forums?|boards?|bbs|community)\/|[?&](?:topic|showtopic|thread|t|tid)=\d|-t\d+(?:-s\d+)?\.html$/i;
const FORUM_HOST = /^(?:forums?|boards?|bbs|community|discuss(?:ions?)?|talk)\d*\./i;
const LISTING_PATH =
  /^\/$|\/(?:categor(?:y|ies)|catalog|tags?|topics?|archives?|collections?|browse|search|directory|listings?|subjects?)(?:\/|$)|\/page\/\d/i;
/** Content systems name their lists on the body. */
const ARCHIVE_CLASS = /(?:^|\s)(?:archive|category|tag|blog|search-results|post-type-archive)(?=\s|$)/i;
const PRODUCT_CLASS = /(?:^|\s)(?:single-product|product-template-default|template-product)(?=\s|$)/i;
const TYPE = /"@type"\s*:\s*(?:\[\s*)?"([A-Za-z]+)"/g;

/** By what the page says of itself (generator, Open Graph, JSON-LD), then by its address and build. */
export function guessKind(page: PageTree, url: string): PageKind {
  const types = new Set<string>();
  for (const text of page.jsonLd.slice(0, 20))
    for (const [, type] of text.slice(0, 100_000).matchAll(TYPE)) types.add(type ?? '');
  if (types.has('DiscussionForumPosting') || types.has('QAPage')) return 'forum';
  if (FORUM_GENERATOR.test(page.meta.get('generator') ?? '')) return 'forum';
  const { hostname, pathname, search } = new URL(URL.canParse(url) ? url : 'about:blank');
  if ((FORUM_PATH.test(pathname + search) || FORUM_HOST.test(hostname)) && countPosts(page) >= 2) return 'forum';
  const ogType = page.meta.get('og:type')?.toLowerCase() ?? '';
  const bodyClass = page.root.attributes.get('class') ?? '';
  if (PRODUCT_CLASS.test(bodyClass)) return 'product';
  // What shops call a category when it is shared.
  if (/product[.:]group/.test(ogType)) return 'listing';
  if (types.has('Product') || types.has('ProductGroup') || /product/.test(ogType)) {
    if (pathname !== '/' && !['ItemList', 'CollectionPage', 'Service', 'LocalBusiness'].some((type) => types.has(type)))
      return 'product';
  }
  if (types.has('CollectionPage') || types.has('ItemList') || types.has('SearchResultsPage')) return 'listing';
  if (LISTING_PATH.test(pathname) || (ARCHIVE_CLASS.test(bodyClass) && !/(?:^|\s)single/i.test(bodyClass)))
    return 'listing';
  if (
    types.has('NewsArticle') ||
    types.has('Article') ||
    types.has('BlogPosting') ||
    types.has('TechArticle') ||
    ogType === 'article'
  )
    return 'article';
  return countPrices(page) >= SHOP_PRICES ? 'listing' : 'other';
}

/** Pages with so many prices are lists of things to buy. */
const SHOP_PRICES = 8;

function countPrices(page: PageTree): number {
  let count = 0;
  walk(page.root, (node) => {
    if (!isElement(node) && node.text.length < 40 && /[$£€]\s?\d|\d\s?[$£€]/.test(node.text)) count += 1;
    return count < SHOP_PRICES && node.tag !== 'script';
  });
  return count;
}

const POST =
  /(?:^|[\s_-])(?:block|forum|first)?(?:post|message|comment|reply|answer|thread)s?(?:body|msg|left|right)?(?:$|[\s_-]|\d)/i;

function countPosts(page: PageTree): number {
  let count = 0;
  walk(page.root, (node) => {
    if (isElement(node) && POST.test(`${node.attributes.get('class') ?? ''} ${node.attributes.get('id') ?? ''}`))
      count += 1;
    return count < 5;
  });
  return count;
}
