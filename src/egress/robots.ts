import robotsParser from 'robots-parser';
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';

const AGENT = 'jobdata-mcp';
const KEEP_MS = DAY_MS;
const KEEP_FAILED_MS = MINUTE_MS;

type RobotsParser = (url: string, text: string) => { isAllowed(url: string, agent?: string): boolean | undefined };

/**
 * Resolves to the text of robots.txt, to "" if the host has no robots.txt, and to undefined if robots.txt cannot be
 * read. Rejects with an EgressError if the host cannot be reached.
 */
export type RobotsSource = (url: string) => Promise<string | undefined>;

/** After `unknown`, no request is sent, because the rules could not be read. */
export type RobotsVerdict = 'allowed' | 'disallowed' | 'unknown';

interface Rules {
  until: number;
  verdictFor(url: string): RobotsVerdict;
}

/**
 * Checks URLs against the robots.txt of their host (RFC 9309), which is cached for a day, or for a minute if it could
 * not be read.
 */
export class Robots {
  readonly #source: RobotsSource;
  readonly #clock: Clock;
  readonly #rules = new Map<string, Promise<Rules>>();

  constructor(source: RobotsSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  async verdictFor(url: string): Promise<RobotsVerdict> {
    const { origin } = new URL(url);
    let rules = this.#rules.get(origin);
    if (!rules || (await rules).until <= this.#clock.now()) {
      rules = this.#load(origin);
      if (this.#rules.size > 1_000) this.#rules.clear();
      this.#rules.set(origin, rules);
    }
    return (await rules).verdictFor(url);
  }

  async #load(origin: string): Promise<Rules> {
    const address = `${origin}/robots.txt`;
    const answer = await this.#source(address).then(
      (text) => ({ text }),
      (error: unknown) => ({ error }),
    );
    const now = this.#clock.now();
    const until = now + KEEP_FAILED_MS;
    if ('error' in answer) {
      const verdictFor = (): never => {
        throw answer.error;
      };
      return { until, verdictFor };
    }
    const { text } = answer;
    if (text === undefined) return { until, verdictFor: () => 'unknown' };
    const parsed = (robotsParser as unknown as RobotsParser)(address, text);
    return {
      until: now + KEEP_MS,
      verdictFor: (url) => (parsed.isAllowed(url, AGENT) === false ? 'disallowed' : 'allowed'),
    };
  }
}
