import type { Country } from '../../../schemas/index.ts';
import { foldWords } from '../../lib/text.ts';
import { readPayText, type PayText, type Range } from './pay/pay-text.ts';
import { boundOf, monthsPaid, ownPeriod, periodOf, samePeriod, YEARLY_SIZE } from './pay/period-and-bounds.ts';
import { selectPay } from './pay/select-pay.ts';
import { HOME, PER_YEAR, readStated, roundHalfUp, unlisted, type SalaryReading } from './yearly-pay.ts';

/** The statutory minimum wage in France, gross per hour in euros, in force from 2026-01-01 (SPEC §12). */
const SMIC_HOUR = 12.02;

const MAXIMUM_TEXT = 600;

/** A figure smaller than this share of another figure is not the other end of the same range. */
const LEAST_SHARE = 1 / 5;

/** Returns the yearly gross pay that a text states (SPEC §3, §12). */
export function readSalary(source: string, country: Country): SalaryReading {
  const start = source.slice(0, MAXIMUM_TEXT);
  if (!/\p{N}/u.test(start)) return readSmic(foldWords(start), start, country) ?? unlisted();
  const text = readPayText(start);
  // A cachet is pay for one performance and has no period.
  if (text.tokens.some(({ text }) => text === 'cachet' || text === 'cachets')) return unlisted();
  if (text.ranges.length === 0) return readSmic(foldWords(start), start, country) ?? unlisted();

  const selected = selectPay(text);
  if (selected.ranges.length === 0) return readSmic(foldWords(start), start, country) ?? unlisted();
  const currencies = selected.ranges.flatMap(({ amounts }) => amounts.map(({ currency }) => currency));
  const foreign = currencies.find((currency) => currency !== null && currency !== HOME[country]);
  if (foreign && !currencies.includes(HOME[country])) return unlisted(foreign === 'XXX' ? null : foreign);

  const home = selected.ranges.filter(({ amounts }) =>
    amounts.every(({ currency }) => currency === null || currency === HOME[country]),
  );
  const groups = samePeriod(
    withoutOtherSizes(text, home).map((range) => ({ range, period: periodOf(text, range, home) })),
  );
  const amounts = groups.flatMap(({ range }) => range.amounts);
  const positive = amounts.map(({ value }) => value).filter((value) => value > 0);
  if (positive.length === 0) return unlisted();
  const highest = Math.max(...positive);
  const values = positive.filter((value) => value >= highest * LEAST_SHARE);
  const isCeiling =
    selected.earningsCeiling || (amounts.length === 2 && (amounts[0]?.value ?? 0) < highest * LEAST_SHARE);
  const bound = isCeiling
    ? 'max'
    : boundOf(
        text,
        groups.map(({ range }) => range),
      );
  const stated = {
    min: bound === 'max' ? null : Math.min(...values),
    max: bound === 'min' ? null : highest,
    period: groups[0]?.period ?? null,
    currency: null,
  };
  return readStated(stated, country, monthsPaid(text));
}

const ABOVE_SMIC = /\b(?:a partir du|au dessus du|superieure?s? au|plus que le) smic\b/u;

/** In France, "SMIC" without a figure means the statutory minimum wage. A percentage of the SMIC is not read. */
function readSmic(words: string, source: string, country: Country): SalaryReading | undefined {
  if (country !== 'FR' || !/\bsmic\b/u.test(words) || /%|pour ?cent/iu.test(source)) return undefined;
  const yearly = roundHalfUp(SMIC_HOUR * PER_YEAR.FR.hour);
  return {
    min: yearly,
    max: ABOVE_SMIC.test(words) || />\s*smic/iu.test(source) ? null : yearly,
    unlisted: false,
    period: /\bhoraire\b/u.test(words) ? 'hour' : /\bmensuel\b/u.test(words) ? 'month' : null,
    currency: 'EUR',
  };
}

/**
 * If other figures have a period, drops a figure without one whose size fits neither these nor a year, such as £250 in
 * "£13.50 per hour, £250 for …".
 */
function withoutOtherSizes(text: PayText, ranges: readonly Range[]): readonly Range[] {
  if (ranges.length < 2) return ranges;
  const largest = ({ amounts }: Range): number => Math.max(...amounts.map(({ value }) => value));
  const known = ranges.filter((range) => ownPeriod(text, range) !== undefined);
  return ranges.filter(
    (range) =>
      known.length === 0 ||
      known.includes(range) ||
      largest(range) >= YEARLY_SIZE ||
      known.some((other) => {
        const share = largest(range) / largest(other);
        return share >= LEAST_SHARE && share <= 1 / LEAST_SHARE;
      }),
  );
}
