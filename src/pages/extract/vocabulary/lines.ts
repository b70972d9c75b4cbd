/** Tests check that the pattern matches `hits` and does not match `misses`. */
export interface LinePattern {
  readonly pattern: RegExp;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

export const APPLY: LinePattern = {
  pattern: /\bapply|postule|candidat|bewerb/i,
  hits: ['Apply now', 'Je postule', 'Déposer ma candidature', 'Jetzt bewerben'],
  misses: ['Get started', 'Our supplies'],
};
export const AUTHOR_LINE: LinePattern = {
  pattern:
    /^(?:join(?:ed)?(?: date)?|registered|member since|posts|messages|threads|reputation|likes received|reaction score|inscrit(?: le)?|inscription|sujets|beiträge|registriert(?: seit)?|dabei seit) ?:.{1,40}$/i,
  hits: ['Joined: 4 May 2019', 'Posts: 4711', 'Inscrit le : 2 mai', 'Beiträge: 12'],
  misses: ['Posts are made of oak', 'Messages that we read: all of the ones that came in on Tuesday'],
};
export const AUTHOR_PAGE: LinePattern = {
  pattern: /\/(?:authors?|auteurs?|autoren|contributors?|writers?|staff|people|profiles?)\/[^/]/i,
  hits: ['/author/ann-smith/', 'https://example.com/contributors/44', '/auteur/jeanne'],
  misses: ['/authority/board', '/blog/how-to-write', '/authors/'],
};
/** Notes that a forum adds to a post: who likes it, what a visitor must log in for, and the way back to the board. */
export const POST_NOTE: LinePattern = {
  pattern:
    /^(?:(?:.{1,200} (?:and|others?|person|people|members?)\b.{0,40} |\S{1,30} )(?:likes?|liked|reacted to) this(?: post)?|(?:you (?:must|need to|have to) |please )?(?:log ?in|sign ?in|sign up|register|join)\b(?: (?:or|and|now|here|in|up|register|log|sign|be|logged)){0,6} to (?:see|view|reply|post|comment|answer|vote|add|follow|like|participate|download)\b.{0,60}|advertisement \(.{1,40}\)|return to [“"«].{1,60}[”"»])[.!]?$/i,
  hits: [
    'Ann and Joe like this.',
    'Ann, Joe and 3 others like this',
    '1 person likes this.',
    'Join to see this image (if available)',
    'You must log in or register to reply here.',
    'Return to “Lamps”',
  ],
  misses: ['What I like about the lamp is this.', 'Log in to the router', 'Return to the shop', 'Join the two wires'],
};
/** Matches link texts that lead to a shop or to a longer text, in articles that recommend things. */
export const OFFER: LinePattern = {
  pattern:
    /^(?:(?:buy|shop|order|get)(?: it)?(?: now| here| online)?(?: (?:on|at|from) .{1,60})?|shop .{1,40}|(?:check|see|view)(?: the)?(?: latest| current| today['’]s)? (?:prices?|deals?|offers?)(?: (?:on|at) .{1,40})?|(?:view|see) (?:on|at) .{1,40}|read (?:the|our|my)(?: full)? (?:review|story|article)|acheter(?: (?:sur|chez) .{1,40})?|voir (?:le prix|l['’]offre)(?: (?:sur|chez) .{1,40})?)$/i,
  hits: ['Buy on Example', 'Shop TomboyX', 'Check latest price on Example', 'Read the review', 'Voir le prix'],
  misses: ['Buy one pair that lasts', 'Shopping in Leeds: a guide', 'See what they wear', 'Order of the day'],
};
export const PRICE: LinePattern = {
  pattern: /[$£€¥]\s?\d|\d\s?[$£€]/,
  hits: ['£5', '12,50 €', 'from $ 9.99'],
  misses: ['5 items', '€', 'EU 44'],
};
/** Matches a text that is only a price, such as "From $12.50", but not "Free shipping over $79". */
export const PRICE_ALONE: LinePattern = {
  pattern:
    /^(?:(?:from|now|only|price|prix|à partir de|dès|ab|preis) ?:? ?)?(?:[$£€¥] ?\d[\d.,  ]*|\d[\d.,  ]* ?[$£€])(?: ?(?:usd|eur|gbp|ttc))?$/i,
  hits: ['£99.00', '€ 249,00', 'From $12.50 USD', '1 249,00 € TTC', 'Prix : 12 €'],
  misses: ['Free shipping over $79', 'Save £5', '$5 off', '12 kg'],
};
export const SEE_ALSO: LinePattern = {
  pattern: /^(?:read (?:more|next|also)|related|see also|also read|more|(?:à )?lire aussi|voir aussi)\s*[:–-]/i,
  hits: ['Read more: Visiting the shrine', 'Also read: Lamps', 'À lire aussi : les lampes', 'See also – lamps'],
  misses: ['Read more than you write', 'Related work shows', 'More of it'],
};
