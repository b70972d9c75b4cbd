import { Dropped, isElement, textOf, walk, type PageTree } from '../extract/node.ts';

export type PageWall = 'challenge' | 'consent' | 'login';

/** A page with more visible words is content, whatever it mentions. */
const MAXIMUM_WALL_WORDS = 260;
/** Up to here a phrase alone tells; beyond, it takes the title or the markup of a known wall. */
const SHORT_WORDS = 120;
const MAXIMUM_MARKUP = 300_000;

const CHALLENGE_TITLE =
  /^(?:just a moment|attention required|access (?:to this page has been )?denied|pardon our interruption|(?:are you|you are not) a robot|robot (?:check|or human)|security (?:check|challenge)|human verification|bot verification|verif(?:y|ying) (?:that )?you are (?:a )?human|checking your browser|ddos-guard|client challenge|captcha|un instant|un momento|einen moment|vérification (?:de sécurité|humaine)|making sure you're not a bot|request rejected|blocked)\b/i;
const CHALLENGE_MARKUP =
  /captcha-delivery\.com|_cf_chl_opt|challenge-platform\/h\/[a-z]\/orchestrate|cf-browser-verification|_incapsula_resource|\bpx-captcha\b|awswafcookiedomainlist|gokuprops|awswafintegration|distil_r_captcha|sec-if-cpt-container|_sec\/cp_challenge|kpsdk|anubis_challenge|\/sorry\/index|ddos-guard\/js-challenge|arkoselabs\.com\/fc|datadome\.co\/captcha/i;
const CHALLENGE_TEXT =
  /(?:verify|confirm|prove) (?:that )?you(?: are|'re|’re) (?:a |not a )?(?:human|robot|bot)|are you a (?:robot|human)\?|unusual (?:traffic|activity) from your|enable javascript and cookies to continue|checking (?:your browser|if the site connection is secure)|access to this (?:page|site) has been (?:denied|blocked)|you have been blocked|sorry, you have been|press (?:&|and) hold|request unsuccessful\. incapsula|you don['’]t have permission to access .{0,120}(?:on this server|reference #)|needs to review the security of your connection|complete the (?:security check|captcha)|(?:prouvez|vérifiez|confirmez) que vous (?:êtes|n['’]êtes pas) (?:un |humain)|êtes-vous un robot|trafic (?:inhabituel|exceptionnel)|activité (?:inhabituelle|suspecte)|bestätigen sie, dass sie (?:ein mensch|kein roboter)/i;
const LOGIN_PATH =
  /\/(?:authwall|login|log-in|signin|sign-in|sign_in|checkpoint|connexion|identification|sso|auth)(?:[/.?]|$)/i;
const LOGIN_TITLE =
  /\b(?:log ?in|sign ?in|connexion|se connecter|connectez-vous|identifiez-vous|anmelden|einloggen)\b/i;
const LOGIN_TEXT =
  /(?:sign|log) ?in (?:or (?:join|register|sign up) )?to (?:continue|view|see|access|read)|(?:join|sign up) (?:now )?to (?:view|see|continue)|you (?:must|need to) (?:be logged|log|sign) in|(?:connectez|identifiez)-vous pour (?:continuer|voir|accéder|lire)|se connecter pour (?:continuer|voir)|melden sie sich an, um/i;
const CONSENT_HOST = /^consent\.[\w.-]+$|^guce\.[\w.-]+$/i;
const CONSENT_TEXT =
  /before you continue to|avant d['’]accéder à|bevor sie (?:zu|fortfahren)|(?:accept|allow|agree to) all(?: cookies)?|i agree|tout accepter|accepter (?:et|&) (?:fermer|continuer)|j['’]accepte|alle (?:cookies )?(?:akzeptieren|annehmen)|zustimmen/i;
const CONSENT_WORDS = /cookies?|consent\w*|privacy|partners|données|vie privée|partenaires|datenschutz|einwilligung/gi;
/** A consent page speaks of little else: one such word in so many. */
const CONSENT_EVERY = 22;

/**
 * A bot challenge, a consent or a login page that stands where the content
 * should be. Real pages mention captchas, cookies and accounts too: they have
 * more words. Hidden parts of the tree must have been marked.
 */
export function detectWall(page: PageTree, html: string, url: string): PageWall | undefined {
  const text = textOf(page.root, 20_000);
  const words = countWords(text);
  const { hostname, pathname } = new URL(URL.canParse(url) ? url : 'about:blank');
  if (CONSENT_HOST.test(hostname)) return 'consent';
  if (words > MAXIMUM_WALL_WORDS) return undefined;
  const short = words <= SHORT_WORDS;
  if (CHALLENGE_TITLE.test(page.title) || CHALLENGE_MARKUP.test(html.slice(0, MAXIMUM_MARKUP))) {
    if (short || CHALLENGE_TEXT.test(text)) return 'challenge';
  } else if (short && CHALLENGE_TEXT.test(text)) return 'challenge';
  const password = hasPassword(page);
  if (LOGIN_PATH.test(pathname) && (password || (short && LOGIN_TITLE.test(`${page.title} ${text}`)))) return 'login';
  if (short && (LOGIN_TEXT.test(text) || (password && LOGIN_TITLE.test(page.title)))) return 'login';
  const consents = text.match(CONSENT_WORDS)?.length ?? 0;
  return words >= 8 && consents * CONSENT_EVERY >= words && CONSENT_TEXT.test(text) ? 'consent' : undefined;
}

function countWords(text: string): number {
  // Scripts without spaces: a letter counts as half a word.
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0) + wide / 2;
}

function hasPassword(page: PageTree): boolean {
  let found = false;
  walk(page.root, (node) => {
    if (found || node.dropped === Dropped.unseen) return false;
    if (isElement(node) && node.tag === 'input' && node.attributes.get('type')?.toLowerCase() === 'password')
      found = true;
    return true;
  });
  return found;
}
