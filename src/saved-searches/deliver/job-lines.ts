import type { Job } from '../../../schemas/index.ts';
import { dayFormat } from '../../lib/day-format.ts';
import { webLink } from '../../lib/html.ts';
import { shorten, squeeze, wellFormed } from '../../lib/text.ts';
import { platformName } from '../../widgets/shared/platform-names.ts';
import { DELIVERY_TEXTS, type DeliveryTexts } from '../texts/index.ts';
import { leftOut, type DeliveredSearch, type DeliveryContent, type DeliveryLanguage } from './content.ts';

const MAXIMUM = { title: 160, detail: 100, description: 300 };

export interface JobLines {
  title: string;
  where: string;
  /** Pay, work mode and day of posting, joined by " · ". Facts that the source does not state are left out. */
  facts: string;
  description: string;
  url: string | undefined;
}

/**
 * Shortens the text to one line of at most `limit` characters. Characters that mail or XML cannot contain, and
 * characters that reorder text, become spaces.
 */
export function oneLine(text: string, limit: number): string {
  return shorten(squeeze(wellFormed(text).replace(/[\p{Cc}\p{Cf}\ufffe\uffff]/gu, ' ')), limit);
}

export function jobLines(job: Job, { language, country }: DeliveredSearch): JobLines {
  const texts = DELIVERY_TEXTS[language];
  const facts = [
    payOf(job, country, texts),
    texts.workModes[job.work_mode] ?? '',
    job.posted_date === '' ? '' : texts.posted(dayOf(Date.parse(job.posted_date), language)),
  ];
  return {
    title: oneLine(job.title, MAXIMUM.title) || texts.noTitle,
    where: joined([oneLine(job.company, MAXIMUM.detail), oneLine(job.location, MAXIMUM.detail)]),
    facts: joined(facts),
    description: oneLine(job.description, MAXIMUM.description),
    url: webLink(job.url),
  };
}

export function runLines({
  platforms,
  search,
  notRead,
  expired,
  receiptId = null,
}: Pick<DeliveryContent, 'platforms' | 'search' | 'notRead' | 'expired'> &
  Partial<Pick<DeliveryContent, 'receiptId'>>): string[] {
  const texts = DELIVERY_TEXTS[search.language];
  const rows = platforms.map(({ platform, status, jobs, reason, attribution }) => {
    const did = (texts.statuses[status] ?? (() => status))(jobs);
    const why = reason ? ` (${oneLine(reason, MAXIMUM.detail)})` : '';
    // A platform's terms may require this text wherever its adverts are shown.
    const source = attribution ? ` – ${oneLine(attribution, MAXIMUM.description)}` : '';
    return `${platformName(platform)}${texts.colon}${did}${why}${source}`;
  });
  const out = leftOut(platforms).map(([filter, count]) => `${texts.filters[filter] ?? filter} ${count}`);
  return [
    ...rows,
    ...(out.length > 0 ? [texts.leftOut(out.join(', '))] : []),
    ...(notRead ? [texts.notRead(notRead)] : []),
    ...(expired ? [texts.expired(expired)] : []),
    ...receiptLines(receiptId, texts),
  ];
}

export function receiptLines(receiptId: string | null, { receipt, colon }: DeliveryTexts): string[] {
  return receiptId === null ? [] : [`${receipt}${colon}${receiptId}`];
}

export function introLines({
  kind,
  total,
  known,
  jobs,
  platforms,
  search,
  pauseReason,
  detail,
  goesOn,
  expired = 0,
}: DeliveryContent): string[] {
  const { intro, pauseReasons, pauseDetail } = DELIVERY_TEXTS[search.language];
  if (kind === 'sample') return [intro.sample];
  if (kind === 'first' && known) return [intro.changed(total + known, known, jobs.length)];
  if (kind === 'first') return [intro.first(total, jobs.length)];
  if (kind === 'new') {
    const late = platforms.filter(({ first_answer: count }) => count !== undefined);
    const stock = late.reduce((sum, { first_answer: count = 0 }) => sum + count, 0);
    const names = late.map(({ platform }) => platformName(platform)).join(', ');
    const shown = jobs.length + expired - (total - stock);
    return [intro.new(total), ...(stock > 0 ? [intro.firstAnswer(stock, shown, names)] : [])];
  }
  if (kind === 'heartbeat') return [intro.heartbeat];
  // A search that waits for its plan resumes by itself, so `intro.paused`, which asks the owner to resume it, must not
  // follow.
  if (pauseReason === 'plan') return [pauseReasons.plan];
  return [
    ...(pauseReason ? [pauseReasons[pauseReason]] : []),
    ...(detail === undefined ? [] : [pauseDetail(oneLine(detail, MAXIMUM.description))]),
    goesOn ? intro.goesOn : intro.paused,
  ];
}

export function deliveryTitle({
  kind,
  total,
  known = 0,
  search,
  goesOn,
}: Pick<DeliveryContent, 'kind' | 'total' | 'known' | 'search' | 'goesOn'>): string {
  const about = goesOn ? 'notice' : kind;
  return DELIVERY_TEXTS[search.language].subject[about](oneLine(search.name, MAXIMUM.detail), total + known);
}

const dayFormats = new Map<DeliveryLanguage, ReturnType<typeof dayFormat>>();

function dayOf(ms: number, language: DeliveryLanguage): string {
  let format = dayFormats.get(language);
  if (!format) {
    const { locale } = DELIVERY_TEXTS[language];
    dayFormats.set(language, (format = dayFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })));
  }
  return Number.isNaN(ms) ? '' : format.format(ms);
}

const payFormats = new Map<string, Intl.NumberFormat>();

/** Formats are cached, because creating one takes longer than the rest of the work for a job. */
function payFormat(locale: string, currency: 'EUR' | 'GBP'): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const made =
    payFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 });
  payFormats.set(key, made);
  return made;
}

function payOf(job: Job, country: 'GB' | 'FR', texts: DeliveryTexts): string {
  const { salary_min: min, salary_max: max } = job;
  if (min === null && max === null) return '';
  const format = payFormat(texts.locale, country === 'FR' ? 'EUR' : 'GBP');
  if (min !== null && max !== null)
    return `${min === max ? format.format(min) : format.formatRange(min, max)} ${texts.perYear}`;
  if (min !== null) return `${texts.from(format.format(min))} ${texts.perYear}`;
  return max === null ? '' : `${texts.upTo(format.format(max))} ${texts.perYear}`;
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ');
}
