import type { GuardedEgress } from '../../src/egress/create-egress.ts';
import { EgressError, type EgressAnswer, type EgressRequest } from '../../src/egress/egress.ts';

export interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  url?: string;
}

type Responder = (request: EgressRequest) => FakeAnswer | Promise<FakeAnswer>;

/** A fetch from an address that no test has defined fails. */
export class FakeInternet implements GuardedEgress {
  readonly requests: EgressRequest[] = [];
  readonly #routes: { prefix: string; respond: Responder }[] = [];

  /** Defines the answer for all addresses that begin with `prefix`. The latest definition wins. */
  on(prefix: string, respond: FakeAnswer | Responder): this {
    this.#routes.unshift({ prefix, respond: typeof respond === 'function' ? respond : () => respond });
    return this;
  }

  async fetch(request: EgressRequest): Promise<EgressAnswer> {
    this.requests.push(request);
    const route = this.#routes.find(({ prefix }) => request.url.startsWith(prefix));
    if (!route) throw new EgressError('unresolved', `no test told of ${request.url}`);
    const answer = await route.respond(request);
    return {
      status: answer.status ?? 200,
      url: answer.url ?? request.url,
      headers: answer.headers ?? {},
      body: Buffer.from(answer.body ?? ''),
    };
  }

  async close(): Promise<void> {}
}
