import { fold } from '../lib/text.ts';
import type { Answer } from './answer.ts';

/** What protection services leave in the markup. */
const CHALLENGE_MARKUP =
  /captcha-delivery|cf-challenge|cf_chl_|challenge-platform|_incapsula_resource|px-captcha|perimeterx|g-recaptcha|h-captcha|hcaptcha\.com|distil_r_captcha|awswaf|aws-waf-token|datadome|ddos-guard/i;
/** What people read on such a page, without accents: words that no list of jobs holds. */
const CHALLENGE_WORDS =
  /verify (?:that )?you are (?:a )?human|are you a robot|not a robot|unusual traffic|pardon our interruption|checking your browser|just a moment\.\.\.|enable javascript and cookies|access to this page (?:has been )?denied|vous etes un robot|pas un robot|verifi(?:ez|er|ons) que vous (?:etes|n'etes pas)|acces temporairement restreint|trafic inhabituel/;
/** Words that may be what was searched for, too. */
const LIKELY_CHALLENGE_WORDS =
  /access denied|attention required|human verification|security check|request blocked|acces (?:refuse|interdit)|verification de securite/;
const CONSENT_MARKUP = /consent\.(?:google|yahoo)|didomi-popup|onetrust-consent-sdk/i;
const CONSENT_WORDS =
  /before you continue|avant (?:de continuer|d'acceder)|we value your privacy|nous respectons votre vie privee|accept(?:er)? (?:all|tout)|tout accepter/;
const LOGIN_WORDS =
  /authwall|sign in to (?:continue|view|see)|log ?in to (?:continue|view|see)|join (?:now|linkedin) to (?:view|see)|connectez-vous (?:pour|a votre compte)|identifiez-vous|se connecter pour (?:continuer|voir)/;
/** A whole part of the path, but not a search for such words under /jobs. */
const LOGIN_PATH =
  /(?<!\/jobs)\/(?:authwall|login|signin|sign-in|signup|checkpoint|connexion|identification|captcha|consent|blocked)(?:[/.]|$)/i;

/** Pages with more words than this are content that may mention such things. */
const WALL_WORDS = 400;
/** With fewer than these, marks in the markup alone are enough: the page is drawn by its script. */
const BARE_WORDS = 80;
const HEAD_CHARACTERS = 200_000;

export type Wall = 'challenge' | 'consent' | 'login';

/**
 * A challenge, consent or login page in place of the answer. Asked only where
 * no listing was found, since real result pages mention captchas and consent
 * too. `empty`: the page said itself that there are no results, so that only
 * its address and plain words count against it.
 */
export function detectWall(answer: Answer, empty = false): Wall | undefined {
  if (LOGIN_PATH.test(new URL(answer.url).pathname)) return 'login';
  if (!/html|text\/plain|^$/i.test(answer.contentType)) return undefined;
  const head = answer.body.slice(0, HEAD_CHARACTERS);
  const title = /<title[^>]{0,200}>([^<]{0,300})/i.exec(head)?.[1] ?? '';
  if (hasChallengeWords(fold(title), empty)) return 'challenge';
  const text = visibleText(head);
  const words = (text.match(/\S+/g) ?? []).length;
  if (words > WALL_WORDS) return undefined;
  const plain = fold(text);
  if (hasChallengeWords(plain, empty)) return 'challenge';
  if (empty) return undefined;
  if (LOGIN_WORDS.test(plain)) return 'login';
  if (CHALLENGE_MARKUP.test(head)) return 'challenge';
  if (CONSENT_WORDS.test(plain) || (words < BARE_WORDS && CONSENT_MARKUP.test(head))) return 'consent';
  return undefined;
}

export const WALL_REASONS: Readonly<Record<Wall, string>> = {
  challenge: 'the site asks to prove that a person is looking (captcha or challenge page)',
  consent: 'the site shows a consent page instead of its answer',
  login: 'the site asks to log in first',
};

function hasChallengeWords(plain: string, empty: boolean): boolean {
  return CHALLENGE_WORDS.test(plain) || (!empty && LIKELY_CHALLENGE_WORDS.test(plain));
}

/** Text outside of tags, scripts and styles, in one pass whatever the page holds. */
function visibleText(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const open = html.indexOf('<', at);
    parts.push(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    const block = /^<(script|style)\b/i.exec(html.slice(open, open + 8))?.[1];
    const close = block ? closingTag(html, block, open) : open;
    const end = close < 0 ? -1 : html.indexOf('>', close);
    if (end < 0) break;
    at = end + 1;
  }
  return parts.join(' ');
}

function closingTag(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? -1;
}
