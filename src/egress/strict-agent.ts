import { Agent, type ClientRequest } from 'node:http';
import { KIB } from '../lib/byte-units.ts';

/** The limit is large, because some sites set thousands of cookies. */
export const MAXIMUM_HEADER_BYTES = 256 * KIB;

/**
 * Reports two events of requests without TLS: a failure, and an answer with status 407, which the proxy library would
 * replace with another status.
 */
export class StrictAgent extends Agent {
  readonly #onFault: () => void;
  readonly #onLogin: () => void;
  constructor(onFault: () => void, onLogin: () => void) {
    super({ keepAlive: false });
    this.#onFault = onFault;
    this.#onLogin = onLogin;
  }
  addRequest(request: ClientRequest, options: object): void {
    request.once('error', this.#onFault);
    request.once('response', ({ statusCode }) => {
      if (statusCode === 407) this.#onLogin();
    });
    // The proxy library sets a lenient parser and Node's small header limit.
    Object.assign(request, { insecureHTTPParser: false, maxHeaderSize: MAXIMUM_HEADER_BYTES });
    (Agent.prototype as unknown as { addRequest(request: ClientRequest, options: object): void }).addRequest.call(
      this,
      request,
      options,
    );
  }
}
