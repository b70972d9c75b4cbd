import { Agent, request } from 'node:http';

export interface Driven {
  calls: number;
  /** Broken connections and answers other than 200. */
  failed: number;
  perSecond: number;
  p99: number;
}

export class FleetCallers {
  readonly #urls: readonly string[];
  readonly #apiKey: string;
  readonly #body: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #startedAt = performance.now();
  readonly #all: Promise<void>[];
  readonly #waits: number[] = [];
  #failed = 0;
  #going = true;

  constructor(options: { urls: readonly string[]; apiKey: string; body: string; callers: number }) {
    this.#urls = options.urls;
    this.#apiKey = options.apiKey;
    this.#body = options.body;
    this.#all = Array.from({ length: options.callers }, (_, index) => this.#live(index));
  }

  async end(): Promise<Driven> {
    this.#going = false;
    await Promise.all(this.#all);
    this.#agent.destroy();
    const waits = this.#waits.sort((one, other) => one - other);
    return {
      calls: waits.length,
      failed: this.#failed,
      perSecond: waits.length / ((performance.now() - this.#startedAt) / 1_000),
      p99: waits[Math.floor((waits.length - 1) * 0.99)] ?? Number.NaN,
    };
  }

  async #live(index: number): Promise<void> {
    const url = this.#urls[index % this.#urls.length] as string;
    while (this.#going) {
      const at = performance.now();
      const isAnswered = await this.#call(url);
      if (!isAnswered) this.#failed += 1;
      this.#waits.push(performance.now() - at);
    }
  }

  #call(url: string): Promise<boolean> {
    return new Promise((resolve) => {
      const headers = { authorization: `Bearer ${this.#apiKey}`, 'content-type': 'application/json' };
      const call = request(`${url}/mcp`, { method: 'POST', agent: this.#agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve(response.statusCode === 200 && text.includes('"result"')));
        response.on('error', () => resolve(false));
      });
      call.on('error', () => resolve(false));
      call.end(this.#body);
    });
  }
}
