import { fold } from '../lib/text.ts';
import { isBotChallenge } from './bot-challenge.ts';
import {
  CHALLENGE_QUESTIONS,
  CHALLENGE_TITLES,
  CONSENT_SENTENCES,
  LIKELY_CHALLENGE_TITLES,
} from './block-page-words.ts';
import type { Answer } from './answer.ts';
import { scanHtml } from './html-text.ts';

const CHALLENGE_MARKUP =
  /captcha-delivery|cf-challenge|cf_chl_|challenge-platform|_incapsula_resource|px-captcha|perimeterx|g-recaptcha|h-captcha|hcaptcha\.com|distil_r_captcha|awswaf|aws-waf-token|datadome|ddos-guard/i;
/**
 * Cloudflare's challenge settings in an inline script. Only challenge pages have these settings, so the page's number
 * of words does not matter.
 */
const CERTAIN_CHALLENGE = /<script\b[^>]{0,300}>[^<]{0,500}?\bwindow\._cf_chl_opt\s{0,5}=/i;
const CONSENT_MARKUP = /consent\.(?:google|yahoo)|didomi-popup|onetrust-consent-sdk/i;
const CONSENT_BUTTONS = /\b(?:accept(?:er)? (?:all|tout)|tout accepter|alle akzeptieren)\b/;
/**
 * "Connectez-vous pour …" counts whatever the purpose of the log-in is ("… voir les offres"), because only pages
 * without listings are checked.
 */
const LOGIN_WORDS =
  /authwall|sign in to (?:continue|view|see)|log ?in to (?:continue|view|see)|join (?:now|linkedin) to (?:view|see)|connectez-vous (?:pour|a votre compte)|identifiez-vous|se connecter pour (?:continuer|voir)/;
/**
 * A segment of the path, such as "/login/" or "/login.html". A segment directly after "/jobs" is excluded, because it
 * may be the searched word ("/jobs/captcha").
 */
const LOGIN_PATH =
  /(?<!\/jobs)\/(?:authwall|login|signin|sign-in|signup|checkpoint|connexion|identification|captcha|consent|blocked)(?:[/.]|$)/i;

/** A page with more words has content, which may mention captchas and consent. */
const BLOCK_PAGE_WORDS = 400;
/**
 * A page with fewer words is a consent page if its markup names a consent service, because a script adds the words of
 * the consent dialog later.
 */
const BARE_WORDS = 80;
const HEAD_CHARACTERS = 200_000;

export type BlockPage = 'challenge' | 'consent' | 'login';

/**
 * Returns undefined if the page is not a block page. Call this only if no listing was found, because result pages
 * mention captchas and consent too. If the page says that it has no results (`empty`), only its address, explicit
 * titles and sentences, and Cloudflare's challenge settings count.
 */
export function detectBlockPage(answer: Answer, empty = false): BlockPage | undefined {
  if (LOGIN_PATH.test(new URL(answer.url).pathname)) return 'login';
  if (!/html|text\/plain|^$/i.test(answer.contentType)) return undefined;
  const head = answer.body.slice(0, HEAD_CHARACTERS);
  const title = /<title[^>]{0,200}>([^<]{0,300})/i.exec(head)?.[1] ?? '';
  if (hasChallengeWords(fold(title), empty)) return 'challenge';
  const text = visibleText(head);
  const words = (text.match(/\S+/g) ?? []).length;
  if (CERTAIN_CHALLENGE.test(answer.body)) return 'challenge';
  if (words > BLOCK_PAGE_WORDS) return undefined;
  const plain = fold(text);
  if (hasChallengeWords(plain, empty)) return 'challenge';
  if (empty) return undefined;
  if (LOGIN_WORDS.test(plain)) return 'login';
  if (CHALLENGE_MARKUP.test(head)) return 'challenge';
  if (asksForConsent(plain) || (words < BARE_WORDS && CONSENT_MARKUP.test(head))) return 'consent';
  return undefined;
}

export const BLOCK_PAGE_REASONS: Readonly<Record<BlockPage, string>> = {
  challenge: 'the site asks visitors to prove that they are human (captcha or challenge page)',
  consent: 'the site shows a consent page instead of its answer',
  login: 'the site asks visitors to log in first',
};

/**
 * If `empty` is true, phrases such as "access denied" do not count, because the searched words can cause them on a page
 * without results.
 */
function hasChallengeWords(plain: string, empty: boolean): boolean {
  return (
    isBotChallenge(plain) ||
    CHALLENGE_QUESTIONS.some((question) => plain.includes(question)) ||
    CHALLENGE_TITLES.includes(withoutSite(plain)) ||
    (!empty && LIKELY_CHALLENGE_TITLES.some((title) => title.includes(' ') && plain.includes(title)))
  );
}

/** "just a moment... | indeed" → "just a moment" */
function withoutSite(title: string): string {
  return (title.split(/\s[|-]\s/, 1)[0] as string).replace(/[\s.!?]+$/, '');
}

function asksForConsent(plain: string): boolean {
  return CONSENT_BUTTONS.test(plain) || CONSENT_SENTENCES.some((sentence) => plain.includes(sentence));
}

function visibleText(html: string): string {
  const parts: string[] = [];
  scanHtml(html, { text: (text) => void parts.push(text), tag: () => void parts.push(' ') });
  return parts.join('');
}
