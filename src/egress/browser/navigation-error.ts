import { refusalText } from '../address-guard.ts';
import { EgressError } from '../egress.ts';
import { NETWORK_FAULTS } from '../network-fault.ts';

/** What a navigation failed of, by Chromium's name for it; `answered`: the site had begun to answer. */
export function navigationError(error: unknown, answered: boolean): EgressError {
  const text = error instanceof Error ? error.message : '';
  if (/Download is starting/i.test(text))
    return new EgressError('not_a_page', 'the address leads to a file, not a page');
  if (/Timeout \d+ms exceeded/.test(text)) return new EgressError('timeout', 'the page was not ready in time', error);
  if (/ERR_CERT_|ERR_SSL_/.test(text))
    return new EgressError('certificate', "the site's certificate is not valid", error);
  if (/ERR_TOO_MANY_REDIRECTS/.test(text)) {
    return new EgressError('too_many_redirects', 'the site redirects too many times', error);
  }
  if (/ERR_UNSAFE_PORT|ERR_UNKNOWN_URL_SCHEME|ERR_UNSAFE_REDIRECT|ERR_DISALLOWED_URL_SCHEME/.test(text)) {
    return new EgressError('refused', refusalText(undefined), error);
  }
  // Chromium's own answer to redirects that it does not follow; a file or an empty answer has a response.
  if (/ERR_ABORTED/.test(text) && !answered) return new EgressError('refused', refusalText('scheme'), error);
  if (/crash/i.test(text)) return new EgressError('crashed', 'the page crashed the browser', error);
  return new EgressError('connection', NETWORK_FAULTS.connection.one, error);
}
