import type { PageKind } from './kind.ts';
import { contains, Dropped, isElement, textOf, walk, type ElementNode } from '../tree/nodes.ts';

const ROLES = new Set(
  'navigation banner contentinfo search complementary dialog alertdialog menu menubar toolbar tooltip'.split(' '),
);
const NOTE =
  /(?:^|[\s_-])(?:note|admonition|callout|warning|tip|info|caution|important|hint|alert|example)(?:$|[\s_-])/i;

/** Words of a class or id that name something beside the content. */
const BESIDE = new Set(
  (
    'topbar breadcrumb breadcrumbs crumbs footer foot sidebar sidenav rail ' +
    'cookie cookies consent gdpr ccpa onetrust newsletter subscribe subscription signup optin share sharing sharebar social socials ' +
    'related recommended recommendations popup modal lightbox overlay drawer offcanvas flyout advert advertisement ads ad adsense ' +
    'sponsor sponsored promo pagination pager paging skip skiplink login signin minicart cart searchbox searchform searchbar toolbar copyright ' +
    'upsell upsells crosssell quickview wishlist feedback survey loading toc tagcloud dropdown tooltip masthead disclaimer backtotop popover snackbar toast notification notifications'
  ).split(' '),
);
const HEADER = /(?:^|[\s_-])(?:header|topnav|site-?header)(?:$|[\s_-])/i;
/** Words that name tools of a list when the block is small, and the list itself when it is not. */
const TOOLS = /(?:^|[\s_-])(?:search|filters?|facets?|refinements?|sort|sorting|prompt|refine)(?:$|[\s_-])/i;
const RESULTS = /result|product|listing|grid|items?\b/i;
const TOC = /(?:^|[\s_-])toc(?:$|[\s_-])/i;
/** What forum software writes around a post: counts, titles, signatures, buttons. */
const POST_EXTRAS =
  /(?:^|\s)(?:profile-(?:posts|joined|rank|contact|custom)\S*|message-(?:user(?:extras|title|banner|details-extra)|avatar|signature|actionbar|footer)\S*|message-attribution-opposite\S*|user-?(?:extras|title|stats|rank)|reactions?-?(?:bar|list)\S*|signature|sig-content|post-?(?:buttons|controls|actions|signature|foot(?:er)?)\S*|post-menu\S*|score (?:dis)?likes|profile-icons|back2top|bbcodeblock-expandlink|flat-list|midcol|numchildren|(?:js-)?vot(?:e|ing)\S*|bbcodeblock--unfurl|author-?(?:stats?|pane_\S*)|cauthorpane\S*|user-gravatar\d*|-flair)(?=\s|$)/i;
/** A line about a post's author, in English, French and German. */
const AUTHOR_LINE =
  /^(?:join(?:ed)?(?: date)?|registered|member since|posts|messages|threads|reputation|likes received|reaction score|inscrit(?: le)?|inscription|sujets|beiträge|registriert(?: seit)?|dabei seit) ?:.{1,40}$/i;
const MAXIMUM_LINE = 60;
/** Larger cells are the columns of a layout. */
const MAXIMUM_CELL = 100;
/** The lines of a list below an author's name: rank, count of posts, date of joining. */
const AUTHOR_BOX =
  /(?:^|\s)(?:post-?(?:profile|left|author|user)|poster-?info|user-?(?:info|details|profile))(?=\s|$)/i;
/** Reviews by other buyers, and the services that show them. */
const REVIEWS = /(?:^|[\s_-])(?:reviews?|yotpo|bazaarvoice|judgeme|jdgm|okendo|loox|trustpilot)(?:$|[\s_-])/i;
/** A layout that has a sidebar is no sidebar. */
const LAYOUT =
  /(?:has|with|no|without|content|main)[_-]?(?:left|right)?[_-]?side-?bar|sidebar[_-](?:main|left-|right-)/i;
const STRONG = /cookie|consent|gdpr|modal|footer|popup|overlay|sidebar|related|recommend/i;
const ANSWER = /(?:^|[\s_-])(?:answer|question)(?:$|[\s_-])/i;
/** Words that name a menu only where there are links. */
const NAVIGATION = new Set('nav navbar navigation navheader navfooter navi menu submenu megamenu'.split(' '));
/** The same, of side columns; lists are headed like this too. */
const SIDE_LISTS = new Set('categories archives latest popular trending'.split(' '));
/** Calls to act, which lead away from what is read, unless it is an advert to answer. */
const CALL = new Set(['cta']);
const APPLY = /\bapply|postule|candidat|bewerb/i;
const COMMENTS =
  /(?:^|\s)(?:[a-z]+[_-]){0,2}(?:comments?|disqus|respond|replies|comment-?list)(?:[_-](?:area|list|section|container|wrapper|wrap|thread|form|template|block|box|\d+))?(?=\s|$)/i;

const HEADING = /^h[1-6]$/;
const MAXIMUM_WORDS = 8;
/** Elements that hold more than this share of the text are the page, whatever their name. */
const PAGE_SHARE = 0.5;

/** Drops what stands around the content, by tag, role, class and id. Sizes must have been measured. */
export function dropBoilerplate(root: ElementNode, kind: PageKind): void {
  const total = { size: Math.max(1, root.size), prose: Math.max(1, root.proseSize) };
  walk(root, (node) => {
    if (!isElement(node)) return true;
    if (node === root || node.dropped !== Dropped.no) return node.dropped === Dropped.no;
    if (!isBeside(node, kind, total)) return true;
    node.dropped = Dropped.boilerplate;
    return false;
  });
}

function isBeside(element: ElementNode, kind: PageKind, total: { size: number; prose: number }): boolean {
  const { tag, attributes } = element;
  const share = element.size / total.size;
  switch (tag) {
    case 'nav':
    case 'select':
    case 'textarea':
    case 'dialog':
      return true;
    case 'footer':
      return share < PAGE_SHARE;
    case 'header':
      return !hasAncestor(element, 'article', 'main', 'section') && share < PAGE_SHARE && !contains(element, 'h1');
    case 'aside':
      return share < PAGE_SHARE && !NOTE.test(attributes.get('class') ?? '');
    case 'form':
      return element.proseSize < element.size * 0.5 && hasFields(element) && share < PAGE_SHARE;
    case 'button':
      return !hasAncestor(element, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary');
    case 'html':
    case 'body':
    case 'main':
    case 'article':
    case 'p':
    case 'code':
    case 'pre':
    case 'h1':
      return false;
    case 'td':
    case 'th':
      // Without one of its cells a row's others stand below the wrong heads.
      if (element.size < MAXIMUM_CELL) return false;
  }
  const role = attributes.get('role')?.toLowerCase();
  if (role && ROLES.has(role) && share < PAGE_SHARE && !(role === 'banner' && contains(element, 'h1'))) return true;
  if (attributes.get('aria-modal') === 'true') return true;
  if (share >= PAGE_SHARE) return false;
  if (kind === 'forum' && isAboutAuthor(element)) return true;
  const names = namesOf(element);
  if (names.trim() === '') return false;
  if (
    HEADER.test(names) &&
    element.linkSize > element.size * 0.3 &&
    !hasAncestor(element, 'article', 'main') &&
    !contains(element, 'h1')
  )
    return true;
  if (kind === 'forum' && POST_EXTRAS.test(names) && share < 0.2) return true;
  if ((kind === 'product' || kind === 'listing') && REVIEWS.test(names) && !contains(element, 'h1')) return true;
  if (COMMENTS.test(names) && (kind !== 'forum' || isIn(element, ANSWER))) return true;
  if (element.proseSize > 400 && element.proseSize > total.prose * 0.25 && !STRONG.test(names)) return false;
  if (share < 0.2 && element.proseSize < element.size * 0.5 && TOOLS.test(names) && !RESULTS.test(names))
    return !contains(element, 'h1');
  if (share > 0.25 && TOC.test(names)) return false;
  const isMenu = element.linkSize > element.size * 0.3 || element.proseSize === 0;
  const named =
    hasWord(names, BESIDE) ||
    (isMenu && (hasWord(names, NAVIGATION) || (kind !== 'listing' && hasWord(names, SIDE_LISTS)))) ||
    (hasWord(names, CALL) && !APPLY.test(textOf(element, 1_000)));
  if (!named) return false;
  return !contains(element, 'h1') || share < 0.02;
}

function hasWord(names: string, wanted: ReadonlySet<string>): boolean {
  for (const name of names.slice(0, 400).split(/\s+/)) {
    if (name === '' || name.includes(':') || name.includes('[')) continue;
    const words = name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[-_]+/);
    // A long name is a heading's own words, or a builder's.
    if (words.length <= MAXIMUM_WORDS && words.some((word) => wanted.has(word)) && !LAYOUT.test(name)) return true;
  }
  return false;
}

function isIn(element: ElementNode, names: RegExp): boolean {
  for (let parent = element.parent; parent; parent = parent.parent) if (names.test(namesOf(parent))) return true;
  return false;
}

function isAboutAuthor(element: ElementNode): boolean {
  if (element.size > MAXIMUM_LINE || element.size === 0) return false;
  return (element.tag === 'dd' && isAuthorBox(element.parent)) || AUTHOR_LINE.test(textOf(element, MAXIMUM_LINE * 2));
}

function isAuthorBox(list: ElementNode | undefined): boolean {
  return [list, list?.parent].some((element) => element && AUTHOR_BOX.test(element.attributes.get('class') ?? ''));
}

/** Class and id, unless the id is there to be linked to: it says what a section of a text is about, not what it is for. */
function namesOf(element: ElementNode): string {
  const classes = element.attributes.get('class') ?? '';
  const id = element.attributes.get('id');
  return id === undefined || isAnchor(element, id) ? classes : `${classes} ${id}`;
}

function isAnchor({ tag, size, proseSize, children }: ElementNode, id: string): boolean {
  if (HEADING.test(tag)) return true;
  if (proseSize < size * 0.3) return false;
  const first = children.find(isElement);
  if (first === undefined || !HEADING.test(first.tag)) return false;
  const heading = lettersOf(textOf(first, 200));
  return heading !== '' && lettersOf(id).endsWith(heading);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Fields that someone is to fill in. */
function hasFields(form: ElementNode): boolean {
  let fields = 0;
  walk(form, (node) => {
    if (!isElement(node) || node.dropped === Dropped.unseen) return false;
    if (node.tag === 'textarea' || node.tag === 'select') fields += 1;
    if (
      node.tag === 'input' &&
      !/^(?:hidden|submit|button|image|checkbox)$/i.test(node.attributes.get('type') ?? 'text')
    )
      fields += 1;
    return fields === 0;
  });
  return fields > 0;
}

function hasAncestor(element: ElementNode, ...tags: string[]): boolean {
  for (let parent = element.parent; parent; parent = parent.parent) if (tags.includes(parent.tag)) return true;
  return false;
}
