import type { Hours } from '../../../schemas/index.ts';
import {
  aboutTheJob,
  type ContractReading,
  type ContractSources,
  foldInPlace,
  kindsIn,
  NOTHING,
  partsOf,
  reading,
} from './advert-words.ts';
import { HOURS_FORMS, NOT_THESE_HOURS, PART_TIME_TOO } from './hours-forms.ts';
import { hoursByFigures, hoursBySchedule } from './weekly-figures.ts';

/** The hours that an advert states (SPEC §3); "unknown" where it states none, or both. */
export function readHours(sources: ContractSources): ContractReading<Hours> {
  for (const [text, isField] of partsOf(sources)) {
    const plain = aboutTheJob(text, NOT_THESE_HOURS);
    // In running text too these words say little else.
    const words = kindsIn(plain, HOURS_FORMS, true);
    const named = [...words.filter(({ isTerm }) => !isTerm), ...hoursByFigures(plain, isField)];
    const found = [named, hoursBySchedule(plain), words].find(({ length }) => length > 0) ?? [];
    const [first, ...others] = found;
    if (!first) continue;
    if (others.some(({ kind }) => kind !== first.kind)) return NOTHING;
    if (first.kind === 'full_time' && PART_TIME_TOO.test(foldInPlace(text))) return NOTHING;
    return reading(first.kind, text, first);
  }
  return NOTHING;
}

/** Whether anything in it may be said of the hours, were it denied or another's. */
export function mentionsHours({ stated, title, description }: ContractSources): boolean {
  const plain = foldInPlace([stated, title, description].join('\n'));
  return /\d ?(?:h|hours|hrs|heures|%)\b/.test(plain) || HOURS_FORMS.some(({ words }) => words.test(plain));
}
