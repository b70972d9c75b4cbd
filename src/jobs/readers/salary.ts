import type { Country } from '../../../schemas/index.ts';
import { fold, squeeze } from '../../lib/text.ts';
import { findFigures, type Figure } from './money.ts';
import { selectPay } from './pay-figures.ts';
import { findPeriod, monthsPaid, samePeriod, toGroups } from './pay-period.ts';
import { HOME, isoOf, PER_YEAR, readStated, roundHalfUp, unlisted, type SalaryReading } from './yearly-pay.ts';

/** The statutory minimum wage, gross per hour in euros, in force from 2026-01-01 (SPEC §12). */
const SMIC_HOUR = 12.02;

/** Longer texts than any salary line are read as far as this. */
const MAXIMUM_TEXT = 600;

/** Pay as a source wrote it → yearly figures, to the rules of SPEC §3 and §12. */
export function readSalary(source: string, country: Country): SalaryReading {
  const text = fold(squeeze(source)).slice(0, MAXIMUM_TEXT);
  if (text === '' || /\bcachets?\b/u.test(text)) return unlisted();
  const body = NOT_PAY.reduce(blank, text);
  const found = findFigures(body);
  if (found.length === 0) return readSmic(body, country) ?? unlisted();

  const { figures, earningsCeiling } = selectPay(body, found);
  const home = figures.filter(({ currency }) => currency === null || currency === HOME[country]);
  const foreign = figures.find(({ currency }) => currency !== null && currency !== HOME[country]);
  if (foreign && !home.some(({ currency }) => currency !== null)) return unlisted(isoOf(foreign.currency));

  const groups = samePeriod(toGroups(body, home, found));
  const amounts = groups.flatMap((group) => group.figures);
  const values = amounts.map(({ value }) => value).filter((value) => value > 0);
  if (values.length === 0) return unlisted();
  const bound = boundOf(body, amounts, earningsCeiling);
  const stated = {
    min: bound === 'max' ? null : Math.min(...values),
    max: bound === 'min' ? null : Math.max(...values),
    period: groups[0]?.period ?? null,
    currency: null,
  };
  return readStated(stated, country, monthsPaid(text));
}

/** Figures of time, dates and telephones, whose words ("per week") say nothing of pay. */
const NOT_PAY: readonly RegExp[] = [
  // "37.5 hours per week", "35h/semaine"
  /(?<![\d.,£€])\d{1,2}(?:[.,]\d{1,2})?\s*(?:-\s*\d{1,2}(?:[.,]\d{1,2})?\s*)?(?:hours?|hrs?|h|heures?)\b(?:\s*(?:per|a|\/|par|each|p)\s*(?:week|w\b|day|semaine|jour|wk|month|mois))?/gu,
  // "15/12/2026"
  /(?<![\d.,£€/])\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})(?![\d/])/gu,
  // "020 7946 0123", "+33 1 42 68 53 00"
  /(?<![\d.,£€])(?:\+\d{2}\s?(?:\(0\)\s?)?|0)\d{1,4}(?:[ .-]?\d{2,4}){2,4}(?![\d.,]*\s?[€£k])/gu,
];

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => ' '.repeat(match.length));
}

const MAX_BEFORE =
  /(?:\bup to\b|\bupto\b|\bjusqu'?a\b|\bmax(?:imum|i)?\b|\bto\b|\bless than\b|\bmoins de\b|\bunder\b|\bplafond\b)[^\d]{0,16}$/u;
const MIN_BEFORE =
  /(?:\bfrom\b|\bstarting(?: at| from| salary)?\b|\bminimum\b|\bmin\.?\b|\bat least\b|\ba partir d(?:e|u)\b|\bdes\b|\bau moins\b|\bplus de\b|\bmore than\b|\bover\b|\bde base a partir\b)[^\d]{0,16}$/u;
/** What may stand between a figure and the word for its bound: "£600 a day max". */
const UNIT = String.raw`^\s*(?:(?:\/\s?|per |an? |par )?[a-z]{1,6}\.?\s*)?[(,]?\s*`;
const MIN_AFTER = new RegExp(String.raw`${UNIT}(?:and above|upwards?|minimum|min\b|et plus|or more)`, 'u');
const MAX_AFTER = new RegExp(String.raw`${UNIT}(?:max(?:imum|i)?\b|or less|et moins)`, 'u');

/** Whether a single figure is a ceiling or a floor alone. */
function boundOf(text: string, figures: readonly Figure[], earningsCeiling: boolean): 'min' | 'max' | 'both' {
  if (earningsCeiling) return 'max';
  const [first] = figures;
  if (!first || figures.filter(({ value }) => value > 0).length > 1) return 'both';
  if (figures.length > 1) return figures[0]?.value === 0 ? 'max' : 'both';
  const before = text.slice(0, first.start);
  const after = text.slice(first.end);
  if (MAX_BEFORE.test(before) || MAX_AFTER.test(after)) return 'max';
  if (first.plus || MIN_BEFORE.test(before) || MIN_AFTER.test(after)) return 'min';
  return 'both';
}

/** "SMIC" without a figure is the statutory yearly gross; a percentage of it is unlisted. */
function readSmic(text: string, country: Country): SalaryReading | undefined {
  if (country !== 'FR' || !/\bsmic\b/u.test(text) || /%|pour ?cent/u.test(text)) return undefined;
  const yearly = roundHalfUp(SMIC_HOUR * PER_YEAR.FR.hour);
  return {
    min: yearly,
    max: /\ba partir du smic\b/u.test(text) ? null : yearly,
    unlisted: false,
    period: findPeriod(text),
    currency: 'EUR',
  };
}
