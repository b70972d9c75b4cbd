/**
 * A heading above recommendations or requests beside the content, in English, French or German. `pattern` must match
 * the whole heading. Tests check `hits` and `misses`.
 */
export interface HeadingPattern {
  readonly pattern: string;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

export const SIDE_HEADINGS: readonly HeadingPattern[] = [
  {
    pattern:
      'related(?: (?:posts?|articles?|stor(?:y|ies)|products?|items?|reading|content|topics?|links?|news|resources?|searches|jobs?|questions?|videos?|guides?|pages?|tags?|services?|blogs?|coverage))?',
    hits: ['Related', 'Related posts', 'Related Jobs'],
    misses: ['Related work in the field', 'Relations'],
  },
  {
    pattern:
      '(?:you|people|customers|others) (?:may|might|will|also|who)\\b.{0,40}(?:like|love|enjoy|viewed|bought|interested|need).{0,20}',
    hits: ['You may also like', 'Customers who viewed this also bought'],
    misses: ['You may be asked to work weekends', 'People we like'],
  },
  {
    pattern: "you['’]ll (?:also )?(?:like|love|enjoy|need).{0,20}",
    hits: ['You’ll Also Love...'],
    misses: ['You’ll be part of a team'],
  },
  {
    pattern:
      '(?:recommended|suggested)(?: (?:for you|reading|posts?|articles?|products?|jobs?|topics?|videos?|stories))?',
    hits: ['Recommended', 'Recommended for you', 'Suggested topics'],
    misses: ['Recommended dose', 'Recommendations of the committee'],
  },
  {
    pattern:
      '(?:similar|more) (?:jobs?|products?|items?|articles?|posts?|stories|threads|topics|news|videos)(?: .{0,40})?',
    hits: ['Similar jobs', 'More articles by Ann', 'More stories'],
    misses: ['More money for schools', 'Similar to last year'],
  },
  {
    pattern: 'recent(?:ly viewed|(?:ly)? posts?| articles?| comments?| news| stories).{0,20}',
    hits: ['Recent posts', 'Recently viewed products'],
    misses: ['Recent changes to the law', 'Recent work'],
  },
  {
    pattern: 'more (?:from|on|in|like) .{0,40}',
    hits: ['More from the author', 'More like this'],
    misses: ['More', 'More fun'],
  },
  { pattern: '(?:keep|further|continue) reading', hits: ['Keep reading'], misses: ['Reading'] },
  { pattern: '(?:read|up|what to read|watch) next', hits: ['Read next', 'Up next'], misses: ['What is next'] },
  {
    pattern: '(?:most )?(?:popular|read|viewed|shared)(?: (?:posts?|articles?|products?|stories|now))?',
    hits: ['Popular', 'Most read', 'Popular posts'],
    misses: ['Popular music of Peru', 'Read the manual'],
  },
  { pattern: 'trending(?: now| topics| stories| news)?', hits: ['Trending now'], misses: ['Trending up: oak'] },
  {
    pattern: 'latest (?:posts?|articles?|insights|stories|blogs?|videos)(?: .{0,20})?',
    hits: ['Latest posts', 'Latest insights'],
    misses: ['Latest version', 'Latest'],
  },
  {
    pattern: '(?:from|on|in|read|visit) (?:the|our) (?:latest )?(?:blog|newsroom|magazine|journal)',
    hits: ['From our blog', 'Visit the newsroom'],
    misses: ['From our kitchen', 'On the blog of a friend'],
  },
  {
    pattern:
      'frequently bought together|compare (?:similar|with similar) (?:items|products)|complete the look|pairs well with',
    hits: ['Frequently bought together', 'Compare similar items'],
    misses: ['Frequently asked questions', 'Compare'],
  },
  { pattern: '(?:explore|discover) more(?: .{0,40})?', hits: ['Explore more'], misses: ['Explore'] },
  { pattern: '(?:follow|connect with) us\\b.{0,20}', hits: ['Follow us on X'], misses: ['Connect with users'] },
  {
    pattern: 'share (?:this|on|with)\\b.{0,30}|share',
    hits: ['Share this story', 'Share'],
    misses: ['Share options of staff', 'Shares'],
  },
  {
    pattern: 'table of contents|in this article|on this page|contents|jump to(?: section)?|quick links|page contents',
    hits: ['In this article', 'Table of contents'],
    misses: ['Contents of the box', 'On this page we show'],
  },
  {
    pattern: '(?:about|meet) the authors?|written by|about (?:our )?(?:writer|contributor)s?',
    hits: ['About the author', 'Written by'],
    misses: ['About us', 'Written by hand'],
  },
  {
    pattern:
      '(?:sign up|subscribe)\\b.{0,60}|(?:join|get) our (?:newsletter|mailing list).{0,30}|(?:our |the )?newsletter(?: sign-?up)?',
    hits: ['Subscribe to our newsletter', 'Newsletter', 'Sign up for updates'],
    misses: ['Newsletters we have read', 'Join our team'],
  },
  {
    pattern: 'stay (?:up to date|informed|in the loop|connected|in touch).{0,40}',
    hits: ['Stay informed'],
    misses: ['Stay at home'],
  },
  {
    pattern:
      'was this (?:page|article|answer|information|content) (?:helpful|useful).{0,20}|did you find (?:this|what).{0,40}|rate this.{0,30}',
    hits: ['Was this page helpful?', 'Did you find this useful?'],
    misses: ['Was this the end?'],
  },
  {
    pattern:
      '(?:job alerts?|get (?:new |similar )?jobs? .{0,40}|create (?:a )?job alert.{0,40}|e-?mail me jobs.{0,40})',
    hits: ['Job alerts', 'Get similar jobs by email', 'Create job alert'],
    misses: ['Job description', 'Get the job done'],
  },
  {
    pattern: '(?:articles?|produits?|offres?|postes?|contenus?) (?:similaires?|associé(?:e)?s|liés|recommandé(?:e)?s)',
    hits: ['Offres similaires', 'Articles liés'],
    misses: ['Offres de la semaine'],
  },
  { pattern: '(?:à lire|voir|lire) aussi', hits: ['À lire aussi'], misses: ['Voir le poste'] },
  {
    pattern: '(?:derniers|autres) articles|(?:sur|lire) (?:notre|le) blog',
    hits: ['Derniers articles'],
    misses: ['Derniers jours'],
  },
  {
    pattern:
      "vous (?:aimerez|pourriez) (?:aussi|également|aimer).{0,40}|(?:ces|d['’]autres) offres? .{0,40}|offres d['’]emploi similaires",
    hits: ['Vous aimerez aussi', "Offres d'emploi similaires"],
    misses: ['Vous aimez le bois'],
  },
  { pattern: 'sommaire|partager.{0,30}', hits: ['Sommaire', 'Partager cette offre'], misses: ['Sommaires annuels'] },
  {
    pattern: '(?:ähnliche|verwandte) .{0,40}|das könnte (?:sie|dich) auch interessieren',
    hits: ['Ähnliche Stellen', 'Das könnte Sie auch interessieren'],
    misses: ['Das könnte helfen'],
  },
];

/** Comments below a text are not content, except in a forum. */
export const COMMENT_HEADINGS: readonly HeadingPattern[] = [
  {
    pattern:
      '(?:leave|post|add|write) a (?:comment|reply|review)|join the (?:conversation|discussion)|comments?(?: \\(\\d+\\))?|\\d+ comments?',
    hits: ['Leave a reply', 'Comments (3)', '12 Comments'],
    misses: ['Comments on the draft', 'Leave a gap'],
  },
];
