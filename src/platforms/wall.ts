import type { PlatformAnswer } from './platform.ts';

const CHALLENGE =
  /geo\.captcha-delivery\.com|captcha-delivery|cf-challenge|cf_chl_|challenge-platform|_incapsula_resource|px-captcha|perimeterx|g-recaptcha|h-captcha|hcaptcha\.com|akamai.{0,40}denied|distil_r_captcha|awswaf|aws-waf-token|datadome|ddos-guard|verify (?:that )?you are (?:a )?human|are you a robot|unusual traffic|access denied|pardon our interruption|checking your browser|just a moment\.\.\.|enable javascript and cookies|vous etes un robot|êtes-vous un robot|vérifi(?:ez|er) que vous (?:êtes|n'êtes pas)|accès (?:refusé|interdit|temporairement restreint)|trafic inhabituel/i;
const CONSENT =
  /consent\.(?:google|yahoo)|before you continue|avant (?:de continuer|d'accéder)|we value your privacy|nous respectons votre vie privée|didomi-popup|onetrust-consent-sdk|accept(?:er)? (?:all|tout)/i;
const LOGIN =
  /authwall|sign in to (?:continue|view|see)|log ?in to (?:continue|view|see)|join (?:now|linkedin) to (?:view|see)|connectez-vous pour|identifiez-vous pour|se connecter pour (?:continuer|voir)/i;
const LOGIN_PATH = /\/(?:authwall|login|signin|sign-in|checkpoint|connexion|identification|captcha|consent|blocked)\b/i;

/** Pages with more text than this are content that may mention such words. */
const WALL_WORDS = 400;

export type Wall = 'challenge' | 'consent' | 'login';

/**
 * A challenge, consent or login page in place of the answer. Asked only where
 * the expected content was not found, or the page is too short to hold it:
 * real result pages mention captchas and consent too.
 */
export function detectWall(answer: PlatformAnswer): Wall | undefined {
  if (LOGIN_PATH.test(new URL(answer.url).pathname)) return 'login';
  if (!/html|text\/plain|^$/i.test(answer.contentType)) return undefined;
  const head = answer.body.slice(0, 200_000);
  if (countWords(head) > WALL_WORDS) return undefined;
  if (CHALLENGE.test(head)) return 'challenge';
  if (LOGIN.test(head)) return 'login';
  return CONSENT.test(head) ? 'consent' : undefined;
}

export const WALL_REASONS: Readonly<Record<Wall, string>> = {
  challenge: 'the site asks to prove that a person is looking (captcha or challenge page)',
  consent: 'the site shows a consent page instead of its answer',
  login: 'the site asks to log in first',
};

function countWords(html: string): number {
  const text = html.replace(/<script\b[\s\S]*?<\/script\s*>|<style\b[\s\S]*?<\/style\s*>|<[^>]*>/gi, ' ');
  return (text.match(/\S+/g) ?? []).length;
}
