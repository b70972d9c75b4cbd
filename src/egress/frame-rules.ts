import { canParseUrl } from '../lib/can-parse-url.ts';

/** Sites that employers embed their job boards from. */
const JOB_BOARDS =
  /(?:^|\.)(?:greenhouse\.io|lever\.co|workable\.com|smartrecruiters\.com|ashbyhq\.com|bamboohr\.com|recruitee\.com|teamtailor\.com|personio\.(?:de|com)|breezy\.hr|jobvite\.com|icims\.com|pinpointhq\.com)$/;
/** Frames for advertising, consent, bot checks and statistics, which contain nothing to read. */
const NOISE =
  /(?:^|\.)(?:doubleclick\.net|googlesyndication\.com|googletagmanager\.com|amazon-adsystem\.com|adnxs\.com|criteo\.(?:com|net)|taboola\.com|outbrain\.com|hcaptcha\.com|recaptcha\.net|challenges\.cloudflare\.com|privacy-mgmt\.com|consensu\.org|trustarc\.com|cookiebot\.com|onetrust\.com|hotjar\.com|intercom\.io|zendesk\.com|drift\.com)$/;

/**
 * The kind of a frame: `part` of the page (same origin, or an employer's embedded job board), `noise`, or `other`, such
 * as a video or a map.
 */
export function kindOfFrame(frameUrl: string, pageUrl: string): 'part' | 'other' | 'noise' {
  if (!canParseUrl(frameUrl) || !canParseUrl(pageUrl)) return 'noise';
  const { protocol, origin, hostname } = new URL(frameUrl);
  if (!/^https?:$/.test(protocol) || NOISE.test(hostname) || /\/(?:recaptcha|ads?)\//.test(frameUrl)) return 'noise';
  return origin === new URL(pageUrl).origin || JOB_BOARDS.test(hostname) ? 'part' : 'other';
}

/** True if the frame is large enough to hold text of the page. Sizes are in CSS pixels. */
export function isLargeFrame(kind: 'part' | 'other', width: number, height: number): boolean {
  return kind === 'part' ? width >= 150 && height >= 100 : width >= 320 && height >= 200;
}
