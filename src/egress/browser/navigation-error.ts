import { refusalText } from '../address-guard.ts';
import { EgressError, FAULT_TEXTS } from '../egress.ts';
import { NETWORK_FAULTS } from '../network-fault.ts';

/** Converts an error of a navigation in Chromium. `answered` is true if the site had begun to answer. */
export function navigationError(error: unknown, answered: boolean): EgressError {
  const text = error instanceof Error ? error.message : '';
  if (/Download is starting/i.test(text)) return new EgressError('not_a_page', FAULT_TEXTS.notAPage);
  if (/Timeout \d+ms exceeded/.test(text)) return new EgressError('timeout', FAULT_TEXTS.pageTimeout, error);
  if (/ERR_CERT_|ERR_SSL_/.test(text))
    return new EgressError('certificate', "the site's certificate is not valid", error);
  if (/ERR_TOO_MANY_REDIRECTS/.test(text)) {
    return new EgressError('too_many_redirects', FAULT_TEXTS.tooManyRedirects, error);
  }
  if (/ERR_UNSAFE_PORT|ERR_UNKNOWN_URL_SCHEME|ERR_UNSAFE_REDIRECT|ERR_DISALLOWED_URL_SCHEME/.test(text)) {
    return new EgressError('refused', refusalText(undefined), error);
  }
  // Chromium reports ERR_ABORTED for a redirect that it refuses. Files and empty answers also cause ERR_ABORTED, but
  // then the site has answered.
  if (/ERR_ABORTED/.test(text) && !answered) return new EgressError('refused', refusalText('scheme'), error);
  if (/crash/i.test(text)) return new EgressError('crashed', FAULT_TEXTS.crashed, error);
  return new EgressError('connection', NETWORK_FAULTS.connection.one, error);
}
