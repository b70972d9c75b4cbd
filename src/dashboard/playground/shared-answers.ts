import type { Clock } from '../../lib/clock.ts';
import type { SharedTextCache } from '../../shared/types.ts';
import { KEPT_ANSWERS, KeptAnswers, type PlaygroundAnswer } from './answers.ts';

/** An answer with its time. */
interface Written {
  at: number;
  answer: PlaygroundAnswer;
}

/** Answers of this process and of the others, since any process may be asked for the page after a form. */
export class SharedAnswers {
  readonly #clock: Clock;
  readonly #own: KeptAnswers;
  readonly #texts: SharedTextCache | undefined;

  constructor(clock: Clock, texts: SharedTextCache | undefined) {
    this.#clock = clock;
    this.#own = new KeptAnswers(clock);
    this.#texts = texts;
  }

  /** False if the answer is too large. */
  async keep(accountId: string, answer: PlaygroundAnswer): Promise<boolean> {
    const isKept = this.#own.keep(accountId, answer);
    if (!isKept || !this.#texts) return isKept;
    const written: Written = { at: this.#clock.now(), answer };
    await this.#texts.keep(accountId, answer.form.run, JSON.stringify(written), KEPT_ANSWERS.keptMs);
    return true;
  }

  /** The account's answer of a run; undefined if there is none any more. */
  async find(accountId: string, run: string): Promise<PlaygroundAnswer | undefined> {
    const own = this.#own.find(accountId, run);
    if (own || !this.#texts || run === '') return own;
    const text = await this.#texts.find(accountId, run);
    if (text === undefined) return undefined;
    const { at, answer } = JSON.parse(text) as Written;
    return this.#clock.now() - at < KEPT_ANSWERS.keptMs ? answer : undefined;
  }
}
