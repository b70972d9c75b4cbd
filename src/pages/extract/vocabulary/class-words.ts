/**
 * Words of classes and IDs that show the purpose of an element. An entry is a word ("newsletter") or two successive
 * words of one name ("post-buttons"), without final digits. Tests check `hits` and `misses`.
 */
export interface ClassVocabulary {
  readonly words: ReadonlySet<string>;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

function vocabulary(words: string, hits: readonly string[], misses: readonly string[]): ClassVocabulary {
  return { words: new Set(words.split(/\s+/)), hits, misses };
}

export const PAGE_FURNITURE = vocabulary(
  `topbar breadcrumb breadcrumbs crumbs foot sidebar sidenav rail newsletter subscribe subscription signup optin share
  sharing sharebar social socials advert advertisement ads ad adsense sponsor sponsored promo pagination pager paging skip
  skiplink login signin minicart cart searchbox searchform searchbar toolbar copyright upsell upsells crosssell quickview
  wishlist feedback survey loading toc tagcloud dropdown tooltip masthead disclaimer backtotop popover snackbar toast
  notification notifications related recommended recommendations recirc addtoany addthis sharethis
  usa-banner post-navigation nav-links entry-footer`,
  ['widget newsletter-box', 'nav__breadcrumbs', 'post-share', 'col rail2', 'relatedPosts'],
  ['shared-value', 'socialism', 'skipping-rope', 'header-advice', 'author', 'has-breadcrumb:flex'],
);
/** Teaser cards of other pages are dropped even if they have many sentences. */
export const ELSEWHERE = vocabulary(
  'related recommended recommendations recommends recirc upsell upsells crosssell similar more-from read-next readnext morelikethis',
  ['related-posts-wrap', 'section-premium-recirc', 'product-recommendations', 'similar-articles'],
  ['correlated', 'recommend', 'dissimilar', 'more', 'fromage'],
);
export const ABOUT_AUTHOR = vocabulary(
  'author-bio author-box about-author bio-box author-description author-info',
  ['author-bio', 'brief-blog-author-bio', 'authorBox', 'post-about-author'],
  ['author', 'bio', 'authority-box'],
);
/**
 * Overlays and footers are dropped even if they have many sentences, unless they are half of the page or contain its
 * `h1`.
 */
export const OVERLAY = vocabulary(
  'cookie cookies consent gdpr ccpa onetrust modal popup overlay footer lightbox drawer offcanvas flyout',
  ['cookie-bar', 'modal fade', 'siteFooter', 'js-popup2'],
  ['cookiecutter', 'modality', 'barefoot'],
);
export const HEADER = vocabulary(
  'header topnav top-nav siteheader',
  ['page-header', 'site-header', 'topNav'],
  ['headers-list', 'head'],
);
/** Names of a list's tools, such as filters. A large block with such a name is the list itself. */
export const TOOLS = vocabulary(
  'search filter filters facet facets refinement refinements refine sort sorting prompt',
  ['product-filters', 'facet', 'sort-by'],
  ['research', 'filtered-list', 'sorted'],
);
export const RESULTS = vocabulary(
  'result results product products listing listings grid item items',
  ['search-results', 'product-grid', 'searchResult'],
  ['itemize', 'production'],
);
export const CONTENTS = vocabulary('toc', ['toc', 'page-toc', 'toc2'], ['stock', 'tocsin']);
export const POST_EXTRAS = vocabulary(
  `profile-posts profile-joined profile-rank profile-contact profile-custom message-userextras message-usertitle
  message-userbanner message-avatar message-signature message-actionbar message-footer message-attribution-opposite
  attribution-opposite user-extras userextras user-title usertitle user-stats userstats user-rank userrank reaction-bar
  reactions-bar reactionsbar reactions-list signature sig-content post-buttons post-controls post-actions post-signature
  post-foot post-footer post-menu profile-icons back2top flat-list flatlist midcol numchildren vote votes voting votecell
  author-stats author-pane cauthorpane user-gravatar flair expandlink expand-link postbody-reactions
  likes dislikes topic-map thread-stats topic-stats js-vote-count post-tools posttools postcontrols postfoot post-likes edit-history
  similar-threads similarthreads suggested-topics thread-tools threadtools topic-actions quick-reply quickreply
  poster-rank postdetails-likes likes-received bbp-header bbp-footer memberaction memberaction-body
  user-banner userbanner post-badge user-badge postgroup poster-ip postsignature post-taglist taglist tag-list jumpbox
  topic-overview bottom-notice`,
  ['message-signature', 'post_buttons', 'js-voting-container', 'userExtras', 'user-gravatar32', 'post-menu-area'],
  ['devoted', 'design', 'postman', 'post', 'message-body'],
);
export const AUTHOR_BOX = vocabulary(
  `post-profile postprofile post-left postleft post-author postauthor post-user postuser poster-info posterinfo user-info
  userinfo user-details userdetails user-profile userprofile`,
  ['postprofile', 'post-author', 'user_info'],
  ['post', 'user', 'profile'],
);
/** The name of a post's author, in the panel beside the post. */
export const AUTHOR_NAME = vocabulary(
  'username user-name author nickname name',
  ['username-coloured', 'thread-user-name', 'cAuthorPane_author'],
  ['authority', 'filenames', 'user'],
);
/** The picture of a post's author, or a letter that stands for it. */
export const AVATAR = vocabulary('avatar', ['avatar', 'avatar-u44-s'], ['avatars']);
export const OPTIONS = vocabulary(
  `variations variation variation-btn swatch swatches variant-picker variant-selector variant-wrapper option-selector product-options
  product-option option-values size-selector sizes color-selector colour-selector color-picker quantity qty quantity-selector stepper`,
  ['variations', 'product__swatches', 'quantity-wrapper', 'js-size-selector'],
  ['optional', 'option', 'equation', 'size-guide'],
);
export const REVIEWS = vocabulary(
  'review reviews yotpo bazaarvoice judgeme jdgm okendo loox trustpilot stamped',
  ['product-reviews', 'jdgm-widget', 'review'],
  ['preview', 'reviewer'],
);
export const ANSWERS = vocabulary(
  'answer answers question',
  ['answer', 'question-body'],
  ['answered', 'questionnaire'],
);
/** Menus are dropped only if they are mostly links or have no sentences. */
export const NAVIGATION = vocabulary(
  'nav navbar navigation navheader navfooter navi menu submenu megamenu',
  ['main-nav', 'navbar', 'subMenu'],
  ['navy', 'menus-of-the-day', 'canvas'],
);
/**
 * Side columns are dropped only outside listings, and only if they are mostly links or have no sentences, because
 * headings of lists have these names too.
 */
export const SIDE_LISTS = vocabulary(
  'categories archives latest popular trending',
  ['widget_categories', 'latest-posts'],
  ['category', 'unpopular'],
);
export const CALL = vocabulary('cta', ['cta', 'hero-cta', 'ctaBlock'], ['octave', 'cataract']);
/** A page has each of these parts only once or twice. */
export const SINGLE_PARTS = vocabulary(
  'sidebar sidenav rail cta promo masthead',
  ['sidebar-left', 'elementor-cta', 'promo_box'],
  ['side', 'promoter'],
);
export const TIPS = vocabulary('tooltip popover', ['icon-tooltip', 'js-popover'], ['tool', 'tip']);
export const COMMENTS = vocabulary(
  'comment comments disqus respond replies commentlist',
  ['comments', 'post-comments-area', 'disqus_thread', 'comment-list'],
  ['commentary', 'commented'],
);
export const BOXES = vocabulary(
  'area list section container wrapper wrap thread form template block box',
  ['comments-area', 'comment_wrap'],
  ['areas'],
);
/** Beside "sidebar", these words mean a layout with a sidebar. */
export const LAYOUTS = vocabulary(
  'has with no without content main layout',
  ['has-sidebar', 'content-sidebar', 'no-left-sidebar', 'sidebar-main'],
  ['sidebar', 'left-sidebar'],
);
/** These boxes belong to the text, for example a warning or a tip. */
export const NOTES = vocabulary(
  'note admonition callout warning tip info caution important hint alert example pullquote factbox',
  ['note', 'admonition tip', 'callout-box'],
  ['notebook', 'tiptoe', 'informal'],
);
/** Content that is shown after a click, such as panels of tabs or the rest of a long text. */
export const PANELS = vocabulary(
  `accordion collapse collapsible collapsed faq answer answers read-more readmore show-more expandable expander toggle-content
  tab-pane tabpane tab-panel tabpanel tab-content tabcontent tabs-content tabs-panel panel-body panel-content panel-collapse panelcontent
  acd-content acd-shell truncated more-text moretext full-text fulltext rest-text`,
  ['accordion__content', 'faq-answer', 'tab-pane fade', 'read-more-target', 'panel-collapse collapse'],
  ['panel', 'tab', 'content', 'moretexture'],
);
/** A hidden element in a menu, popup or message is not content. */
export const MENUS = vocabulary(
  `nav navbar navigation menu submenu megamenu dropdown popover tooltip modal popup overlay lightbox drawer offcanvas flyout dialog
  sidebar header footer cart minicart search autocomplete suggestions cookie consent login signin register toast alert error
  success message-success form-error loading loader spinner preloader share country currency language`,
  ['mega-menu', 'js-modal', 'dropdown-menu', 'w-form-error', 'header2'],
  ['menus-of-today', 'body', 'content'],
);
export const FADED = vocabulary(
  `animate animated animation animating aos wow fade fadein fadeup fadeinup reveal revealed appear invisible elementor-invisible inview
  scroll-reveal scrollreveal sal motion transition lazyload lazy splitting gsap`,
  ['elementor-invisible', 'wow fadeInUp', 'aos-init', 'js-reveal'],
  ['faded-jeans', 'wowza'],
);
