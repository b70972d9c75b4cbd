import robotsParser from 'robots-parser';
import { DAY_MS, MINUTE_MS, type Clock } from '../lib/clock.ts';

/** The agent name that robots.txt rules are matched against. */
const AGENT = 'jobdata-mcp';
const KEEP_MS = DAY_MS;
const KEEP_FAILED_MS = MINUTE_MS;

type RobotsParser = (url: string, text: string) => { isAllowed(url: string, agent?: string): boolean | undefined };

/**
 * Fetches a robots.txt: its text, "" if there is none (4xx), undefined if it
 * cannot be read. Rejects with an EgressError if the host cannot be reached.
 */
export type RobotsSource = (url: string) => Promise<string | undefined>;

/** `unknown`: the rules could not be read, so no request is sent. */
export type RobotsVerdict = 'allowed' | 'disallowed' | 'unknown';

interface Rules {
  until: number;
  verdictFor(url: string): RobotsVerdict;
}

/** Judges URLs by their host's robots.txt, which is cached for a day (RFC 9309). */
export class Robots {
  readonly #source: RobotsSource;
  readonly #clock: Clock;
  readonly #rules = new Map<string, Promise<Rules>>();

  constructor(source: RobotsSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  /** Rejects with the source's error if the host cannot be reached. */
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
    // A failure is cached for a shorter time, in which no request is sent to the host.
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
