import { canParseUrl } from '../lib/can-parse-url.ts';

const JOB_BOARDS =
  /(?:^|\.)(?:greenhouse\.io|lever\.co|workable\.com|smartrecruiters\.com|ashbyhq\.com|bamboohr\.com|recruitee\.com|teamtailor\.com|personio\.(?:de|com)|breezy\.hr|jobvite\.com|icims\.com|pinpointhq\.com)$/;
const NOISE =
  /(?:^|\.)(?:doubleclick\.net|googlesyndication\.com|googletagmanager\.com|amazon-adsystem\.com|adnxs\.com|criteo\.(?:com|net)|taboola\.com|outbrain\.com|hcaptcha\.com|recaptcha\.net|challenges\.cloudflare\.com|privacy-mgmt\.com|consensu\.org|trustarc\.com|cookiebot\.com|onetrust\.com|hotjar\.com|intercom\.io|zendesk\.com|drift\.com)$/;

/**
 * `noise` is an advertisement, a captcha, a widget such as a consent form or a chat, or a frame without an http or
 * https URL. Of the remaining frames, `part` is a frame of the page's own origin or an employer's job board at a known
 * provider, and `other` is the rest, such as a video or a map.
 */
export function kindOfFrame(frameUrl: string, pageUrl: string): 'part' | 'other' | 'noise' {
  if (!canParseUrl(frameUrl) || !canParseUrl(pageUrl)) return 'noise';
  const { protocol, origin, hostname } = new URL(frameUrl);
  if (!/^https?:$/.test(protocol) || NOISE.test(hostname) || /\/(?:recaptcha|ads?)\//.test(frameUrl)) return 'noise';
  return origin === new URL(pageUrl).origin || JOB_BOARDS.test(hostname) ? 'part' : 'other';
}

export function isLargeFrame(kind: 'part' | 'other', width: number, height: number): boolean {
  return kind === 'part' ? width >= 150 && height >= 100 : width >= 320 && height >= 200;
}
