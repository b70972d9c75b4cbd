import { Dropped, isElement, textOf, walk, type PageTree } from '../tree/nodes.ts';

export type PageWall = 'challenge' | 'consent' | 'login';

/** A page with more visible words is content, whatever it mentions. */
const MAXIMUM_WALL_WORDS = 260;
/** Up to here a phrase tells, if the page's markup or title agrees. */
const SHORT_WORDS = 120;
/** Up to here one sign alone tells: an article that quotes a phrase is longer, and so is a page of a guarded site. */
const BARE_WORDS = 60;
const MAXIMUM_MARKUP = 300_000;

/** A whole title, or its part before the site's name: "Blocked drains" is none. */
const CHALLENGE_TITLE =
  /^(?:just a moment|attention required|access (?:to this page has been )?denied|pardon our interruption|(?:are you|you are not) a robot|robot (?:check|or human)|security (?:check|challenge|verification)|(?:human|bot|device) verification|verif(?:y|ying) (?:that )?you are (?:a )?human|checking your browser|ddos-guard|client challenge|captcha|un instant|un momento|einen moment|vérification (?:de sécurité|humaine)|making sure you['’]re not a bot|request (?:rejected|blocked)|blocked|accès (?:refusé|bloqué|restreint))[\s.!?…]*(?:$|\s[|–—-]\s)/i;
const CHALLENGE_MARKUP =
  /captcha-delivery\.com|_cf_chl_opt|challenge-platform\/h\/[a-z]\/orchestrate|cf-browser-verification|_incapsula_resource|\bpx-captcha\b|awswafcookiedomainlist|gokuprops|awswafintegration|distil_r_captcha|sec-if-cpt-container|_sec\/cp_challenge|kpsdk|anubis_challenge|\/sorry\/index|ddos-guard\/js-challenge|arkoselabs\.com\/fc|datadome\.co\/captcha/i;
const CAPTCHA_MARKUP = /g-recaptcha|recaptcha\/api|h-captcha|hcaptcha\.com|cf-turnstile|captcha-container|ray id/i;
const CHALLENGE_PATH = /^\/sorry\/|\/cdn-cgi\/challenge|\/captcha(?:[/.?]|$)/i;
const CHALLENGE_TEXT =
  /(?:verify|confirm|prove|verif(?:ying|ies)) (?:that )?you(?: are|['’]re) (?:a |not a )?(?:human|robot|bot|real person)|are you a (?:robot|human)\?|(?:and|you(?: are|['’]re)) not a (?:ro)?bot\b|think (?:that )?you (?:were|are|might be) a (?:ro)?bot|help us protect \w|unusual (?:traffic|activity) from your|enable javascript and cookies to continue|checking (?:your browser|if the site connection is secure)|access to this (?:page|site) has been (?:denied|blocked)|you have been blocked|your request has been blocked|sorry, you have been|press (?:&|and) hold|request unsuccessful\. incapsula|you don['’]t have permission to access .{0,120}(?:on this server|reference #)|needs to review the security of your connection|(?:additional|performing security) verification|complete the (?:security check|captcha)|(?:prouvez|vérifi(?:ez|er|ant)|confirm(?:ez|er|ant)) que vous (?:êtes|n['’]êtes pas) (?:un[e ]|humain)|êtes-vous un robot|non à un robot|aidez-nous à protéger|trafic (?:inhabituel|exceptionnel)|activité (?:inhabituelle|suspecte)|(?:vérification de|vérifier) la sécurité de (?:la|votre) connexion|accès (?:temporairement )?(?:restreint|bloqué)|bestätigen sie, dass sie (?:ein mensch|kein roboter)/i;
const LOGIN_PATH =
  /\/(?:authwall|login|log-in|signin|sign-in|sign_in|checkpoint|connexion|identification|sso|auth)(?:[/.?]|$)/i;
const LOGIN_TITLE =
  /\b(?:log ?in|sign ?(?:in|up)|connexion|se connecter|connectez-vous|identifiez-vous|anmelden|einloggen)\b/i;
/** What is behind it is what was asked for: "sign in to see similar jobs" is not. */
const LOGIN_TEXT =
  /(?:sign|log) ?in (?:or (?:join|register|sign up) )?to (?:continue|proceed|(?:view|see|access|read) (?:this|the (?:full|rest|page|content|article)|full|it\b))|(?:join|sign up)(?: now)? to (?:continue|(?:view|see|read) (?:this|the|full))|create an account to (?:continue|keep reading)|you (?:must|need to) (?:be logged|log|sign) in|vous devez (?:être connecté|vous connecter|vous identifier)|(?:connectez|identifiez)-vous pour (?:continuer|(?:voir|accéder|lire) (?:à )?(?:cette|ce|la page|le contenu|l['’]article|la suite))|se connecter pour continuer|melden sie sich an, um/i;
const CONSENT_HOST = /^consent\.[\w.-]+$|^guce\.[\w.-]+$/i;
/** On what can be pressed. */
const CONSENT_BUTTON =
  /^(?:(?:accept|allow|agree to) all(?: cookies)?|(?:accept|agree)(?: (?:&|and) (?:close|continue))?|i (?:agree|accept)|tout accepter|accepter(?: et| &)? ?(?:tout|fermer|continuer)?|j['’]accepte|alle (?:cookies )?(?:akzeptieren|annehmen)|zustimmen)$/i;
const CONSENT_WORDS = /cookies?|consent\w*|privacy|partners|données|vie privée|partenaires|datenschutz|einwilligung/gi;
/** A consent page speaks of little else: one such word in so many. */
const CONSENT_EVERY = 22;
const CONSENT_BAR = /cookie|consent|gdpr|rgpd|onetrust|didomi|axeptio|tarteaucitron/i;
/** What is left of a page beside its cookie bar is its content, if it is more than a name. */
const CONTENT_WORDS = 5;

/**
 * A bot challenge, a consent or a login page that stands where the content
 * should be. Real pages mention captchas, cookies and accounts too: they have
 * more words, or other titles, or no button to press. Hidden parts of the tree
 * must have been marked.
 */
export function detectWall(page: PageTree, html: string, url: string): PageWall | undefined {
  const { hostname, pathname } = new URL(URL.canParse(url) ? url : 'about:blank');
  if (CONSENT_HOST.test(hostname)) return 'consent';
  const text = textOf(page.root, 20_000);
  const words = countWords(text);
  if (words > MAXIMUM_WALL_WORDS) return undefined;
  if (isChallenge(page.title, text, words, html.slice(0, MAXIMUM_MARKUP), pathname)) return 'challenge';
  if (isLogin(page, text, words, pathname)) return 'login';
  return isConsent(page, text) ? 'consent' : undefined;
}

function isChallenge(title: string, text: string, words: number, html: string, pathname: string): boolean {
  const titled = CHALLENGE_TITLE.test(title);
  const marked = CHALLENGE_MARKUP.test(html) || CHALLENGE_PATH.test(pathname);
  if (titled && marked) return true;
  const said = CHALLENGE_TEXT.test(text);
  if (said && (titled || marked)) return true;
  if (words <= (titled ? SHORT_WORDS : BARE_WORDS) && (titled || marked)) return true;
  return said && (words <= BARE_WORDS || (words <= SHORT_WORDS && CAPTCHA_MARKUP.test(html)));
}

function isLogin(page: PageTree, text: string, words: number, pathname: string): boolean {
  const short = words <= SHORT_WORDS;
  if (short && LOGIN_TEXT.test(text)) return true;
  if (hasField(page, 'password')) return LOGIN_PATH.test(pathname) || (short && LOGIN_TITLE.test(page.title));
  return short && LOGIN_PATH.test(pathname) && LOGIN_TITLE.test(page.title) && hasField(page, 'email', 'text', '');
}

function isConsent(page: PageTree, text: string): boolean {
  let button = false;
  const beside: string[] = [];
  walk(page.root, (node) => {
    if (node.dropped === Dropped.unseen) return false;
    if (!isElement(node) && CONSENT_BUTTON.test(node.text.slice(0, 60).trim())) button = true;
    return !button;
  });
  if (!button) return false;
  walk(page.root, (node) => {
    if (node.dropped === Dropped.unseen) return false;
    if (!isElement(node)) beside.push(node.text);
    else if (node !== page.root)
      return !CONSENT_BAR.test(`${node.attributes.get('class')} ${node.attributes.get('id')}`);
    return true;
  });
  const content = beside.join(' ');
  return speaksOfConsent(countWords(content) >= CONTENT_WORDS ? content : text);
}

function speaksOfConsent(text: string): boolean {
  const words = countWords(text);
  return words >= 8 && (text.match(CONSENT_WORDS)?.length ?? 0) * CONSENT_EVERY >= words;
}

function countWords(text: string): number {
  // Scripts without spaces: a letter counts as half a word.
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0) + wide / 2;
}

/** Whether there is a field of one of these types to fill in. */
function hasField(page: PageTree, ...types: string[]): boolean {
  let found = false;
  walk(page.root, (node) => {
    if (found || node.dropped === Dropped.unseen) return false;
    if (isElement(node) && node.tag === 'input')
      found = types.includes(node.attributes.get('type')?.toLowerCase() ?? '');
    return !found;
  });
  return found;
}
