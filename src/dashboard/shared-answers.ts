import type { Clock } from '../lib/clock.ts';
import type { KeptTexts } from '../shared/types.ts';
import { KEPT_ANSWERS, KeptAnswers, type PlaygroundAnswer } from './playground-answers.ts';

/** An answer with the time that it was given at. */
interface Written {
  at: number;
  answer: PlaygroundAnswer;
}

/** Answers of this process, and those of the others: the page after a form may be asked of any of them. */
export class SharedAnswers {
  readonly #clock: Clock;
  readonly #own: KeptAnswers;
  readonly #texts: KeptTexts | undefined;

  constructor(clock: Clock, texts: KeptTexts | undefined) {
    this.#clock = clock;
    this.#own = new KeptAnswers(clock);
    this.#texts = texts;
  }

  /** False: it is too large to be kept. */
  async keep(accountId: string, answer: PlaygroundAnswer): Promise<boolean> {
    const isKept = this.#own.keep(accountId, answer);
    if (!isKept || !this.#texts) return isKept;
    const written: Written = { at: this.#clock.now(), answer };
    await this.#texts.keep(accountId, answer.form.run, JSON.stringify(written), KEPT_ANSWERS.keptMs);
    return true;
  }

  /** The account's answer of that run; undefined when it was never there, or is no longer. */
  async find(accountId: string, run: string): Promise<PlaygroundAnswer | undefined> {
    const own = this.#own.find(accountId, run);
    if (own || !this.#texts || run === '') return own;
    const text = await this.#texts.find(accountId, run);
    if (text === undefined) return undefined;
    const { at, answer } = JSON.parse(text) as Written;
    return this.#clock.now() - at < KEPT_ANSWERS.keptMs ? answer : undefined;
  }
}
