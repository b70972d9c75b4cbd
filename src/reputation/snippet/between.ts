import type { Token } from '../../reading/tokens.ts';
import type { Vocabulary } from '../../reading/vocabulary.ts';
import { factEnd } from './asides.ts';
import { besideAverageEnd, comparedEnd, superlativeEnd } from './comparisons.ts';
import { scaleEndsEnd } from './figure.ts';
import { formerAsideEnd, formerTailEnd } from './formers.ts';
import type { Role } from './kinds.ts';
import { isSaid, type Said } from './said.ts';
import { isKind } from './term.ts';
import { movedFromEnd, periodEnd, trendEnd } from './trends.ts';

/** "improved its rating to 3.6 from 3.4": so many terms may stand between. */
const LONGEST_MOVE = 8;

/** Finds what stands between an employer, its figures and their labels, and says nothing of whose they are. */
export class BetweenReader {
  readonly #tokens: readonly Token[];
  readonly #words: Vocabulary<Role>;
  readonly #now: number;

  constructor(tokens: readonly Token[], words: Vocabulary<Role>, now: number) {
    this.#tokens = tokens;
    this.#words = words;
    this.#now = now;
  }

  /** What stands between and changes nothing: "Max: 5", "above the industry average of 3.4 with", "rated highest at". */
  asideEnd(at: number, said: Said): number | undefined {
    const scale = scaleEndsEnd(this.#tokens, at);
    if (scale !== undefined && (isSaid(said) || said.length === 0)) return scale;
    const compared = comparedEnd(this.#tokens, at);
    if (compared !== undefined && !isSaid(said)) return compared;
    const superlative = superlativeEnd(this.#tokens, at);
    if (superlative === undefined) return undefined;
    return isKind(
      said.findLast((term) => !isKind(term, 'joint')),
      'aspect',
      'tab',
    )
      ? superlative
      : undefined;
  }

  formerEnd(at: number): number | undefined {
    return (
      formerTailEnd(this.#tokens, at) ??
      besideAverageEnd(this.#tokens, at) ??
      formerAsideEnd(this.#tokens, at, new Date(this.#now).getUTCFullYear())
    );
  }

  /** A fact begins a statement: "for the industry: …" does not. */
  factEnd(at: number, said: Said): number | undefined {
    const last = said.at(-1);
    const begins = last === undefined || typeof last === 'string' || isKind(last, 'colon');
    const mayBegin = begins || isKind(last, 'comma', 'dash', 'name', 'close', 'open');
    return mayBegin ? factEnd(this.#tokens, at, begins, this.#words) : undefined;
  }

  /** "stable at 3.6 over the last 12 months": since when stands behind the figure too. */
  trendEnd(at: number, said: Said): number | undefined {
    const moved = said.slice(-LONGEST_MOVE).findLastIndex((term) => isKind(term, 'trend'));
    if (moved === -1) return trendEnd(this.#tokens, at);
    const since = said.slice(-LONGEST_MOVE).slice(moved);
    if (since.some((term) => typeof term === 'string')) return trendEnd(this.#tokens, at);
    return (
      trendEnd(this.#tokens, at) ??
      movedFromEnd(this.#tokens, at) ??
      (since.length <= 4 ? periodEnd(this.#tokens, at) : undefined)
    );
  }
}
