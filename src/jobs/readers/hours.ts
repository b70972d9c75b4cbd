import type { Hours } from '../../../schemas/index.ts';
import {
  type ContractReading,
  type ContractSources,
  foldInPlace,
  without,
  type Found,
  kindsIn,
  linesOf,
  NOTHING,
  partsOf,
  reading,
} from './advert-words.ts';
import { FULL_TIME_OR_LESS, HOURS_FORMS, NOT_THESE_HOURS, OF_SEVERAL, PART_TIME_TOO } from './hours-forms.ts';
import { withoutOthers } from './not-this-job.ts';
import { hoursByFigures, hoursByShare, hoursBySchedule } from './weekly-figures.ts';

const NAMED_HOURS = HOURS_FORMS.filter(({ isTerm }) => !isTerm);
const DAYS_OF_WEEK = HOURS_FORMS.filter(({ isTerm }) => isTerm);

/**
 * Returns full or part time; "unknown" if the advert states no hours or leaves open which of the two they are (SPEC
 * §3).
 */
export function readHours(sources: ContractSources): ContractReading<Hours> {
  for (const [text, isField] of partsOf(sources)) {
    if (text === '') continue;
    const folded = foldInPlace(text);
    // Unlike `plain`, `figures` keeps clauses about duties, because they may state hours:
    // "you will teach twelve hours a week".
    const figures = without(folded, NOT_THESE_HOURS);
    const plain = withoutOthers(figures);
    // Running text is read like a field here, because words for hours rarely mean anything else.
    const named = [...kindsIn(plain, NAMED_HOURS, true), ...hoursByShare(figures, isField)];
    const lines = isField ? [] : formLines(plain);
    const stated = lines.length > 0 ? lines : [...named, ...hoursByFigures(figures, isField)];
    // A full-time job of nights or of a four-day week may have fewer hours: "quotité 100 %, 32 h 30".
    const isNamedFull = named.some(({ kind }) => kind === 'full_time');
    const clear = stated.filter(isClear).filter(({ isTerm }) => !(isTerm && isNamedFull));
    const isBetween = clear.length < stated.length && named.length === 0;
    if (isBetween && clear.some(({ kind }) => kind === 'full_time')) return NOTHING;
    const found = clear.length > 0 || (isBetween && isField) ? clear : byDays(figures, plain);
    const [first, ...others] = withoutMeasures(found, plain);
    if (isBetween && first?.kind === 'full_time') return NOTHING;
    if (!first) continue;
    if (others.some(({ kind }) => kind !== first.kind)) return NOTHING;
    if (lines.length === 0 && FULL_TIME_OR_LESS.test(plain)) return NOTHING;
    if (first.kind === 'full_time' && (OF_SEVERAL.test(plain) || PART_TIME_TOO.test(folded))) return NOTHING;
    return reading(first.kind, text, first);
  }
  return NOTHING;
}

function isClear(found: Found<Hours | 'between'>): found is Found<Hours> {
  return found.kind !== 'between';
}

function byDays(figures: string, plain: string): readonly Found<Hours>[] {
  const timetable = hoursBySchedule(figures);
  if (timetable.length > 0) return timetable;
  return kindsIn(figures, DAYS_OF_WEEK, true).filter(({ from }) => plain[from] !== ' ');
}

/** Form lines count more than the text around them: "Hours: 20 per week", "Working pattern: Full Time". */
function formLines(plain: string): Found<Hours | 'between'>[] {
  return linesOf(plain, LABEL).flatMap(({ value, from }) =>
    [...kindsIn(value, NAMED_HOURS, true), ...hoursByFigures(`${HEAD}${value}`, false).map(ofValue)].map((one) => ({
      ...one,
      from: from + one.from,
      to: from + one.to,
    })),
  );
}

/**
 * Beside part time, drops full time that is only the basis of the pay: "£30,000 for 37 hours". Beside full time, drops
 * a teacher's hours of lessons.
 */
function withoutMeasures(found: readonly Found<Hours>[], plain: string): readonly Found<Hours>[] {
  const isOfLessons = ({ kind, to }: Found<Hours>): boolean =>
    kind === 'part_time' && LESSONS.test(plain.slice(to, to + 25));
  if (found.some(({ kind }) => kind === 'full_time') && found.some(isOfLessons))
    return found.filter((one) => !isOfLessons(one));
  const part = found.filter(({ kind }) => kind === 'part_time');
  if (part.length === 0 || part.length === found.length) return found;
  const rest = found.filter(
    ({ kind, from, to }) =>
      kind === 'part_time' || !MEASURE.test(`${plain.slice(Math.max(0, from - 30), from)} ${plain.slice(to, to + 15)}`),
  );
  return rest;
}

const LESSONS =
  /^[ )]*(?:(?:\/ ?|par )semaine |hebdomadaires |(?:a|per) week )?(?:de cours|de classe|devant|of (?:teaching|lessons|classes|contact))(?![a-z])/;

const MEASURE =
  /[£€]|(?<![a-z])(?:fte|wte|etp|equivalent|pro[- ]?rata|based on|salary|salaire|pour un|base|if|reference)(?![a-z])/;

const HEAD = 'hours: ';

function ofValue<Kind>({ kind, from, to }: Found<Kind>): Found<Kind> {
  return { kind, from: Math.max(0, from - HEAD.length), to: to - HEAD.length };
}

const LABEL =
  /(?<=^|[\n.;|•*(] ?|[a-z] )\*{0,2}(?:(?:contracted |working |weekly |contract |job )?hours(?: (?:per week|of work))?|working (?:pattern|time)|work pattern|job types?|employment type|contract type|hours per week|type d'emploi|temps de travail|duree (?:hebdomadaire|d[ue] travail)(?: de travail)?|duree hebdo|volume horaire)\*{0,2} ?[:=] ?\*{0,2} ?/g;

/**
 * True if the advert has any words of `HOURS_FORMS`, a number of hours or a percentage, even if these deny the hours or
 * are about other people.
 */
export function mentionsHours({ stated, title, description }: ContractSources): boolean {
  const plain = foldInPlace([stated, title, description].join('\n'));
  return /\d ?(?:h|hours|hrs|heures|%)\b/.test(plain) || HOURS_FORMS.some(({ words }) => words.test(plain));
}
