import { formatPay, payBar, type PayCountry, type PayScale } from '../../shared/pay-bar.ts';
import { platformName } from '../../shared/platform-names.ts';
import { draw, h, knownWord, outside, plain, wordFor } from '../dom.ts';
import type { Host } from '../host.ts';
import { webLink } from '../links.ts';
import type { WidgetTexts } from '../texts.ts';
import type { ShownJob } from './read-jobs.ts';
import { jobsTexts } from './texts.ts';

const TEXT = { title: 160, company: 100, place: 120, pay: 90, description: 1_200, quote: 240, platform: 40 };
const MOST_OTHERS = 8;

export interface CardView {
  host: Host;
  t: WidgetTexts;
  country: PayCountry;
  scale: PayScale | undefined;
  /** Sample adverts have no pages to link to, and their dates never change, so their age would only grow. */
  isSample: boolean;
  ratings(job: ShownJob): Node | undefined;
}

export function jobCard(job: ShownJob, view: CardView): HTMLElement {
  const { t } = view;
  const texts = jobsTexts(t);
  const title = plain(job.title, TEXT.title) || texts.untitled;
  const company = job.company === '' ? h('span', {}, texts.noCompany) : outside(job.company, TEXT.company);
  return h(
    'li',
    { class: 'card job' },
    h(
      'div',
      { class: 'what' },
      h('h2', {}, pageLink(view, job.url, title, TEXT.title)),
      h('p', {}, company, job.location !== '' && ' · ', job.location !== '' && outside(job.location, TEXT.place)),
    ),
    h('div', { class: 'pay-cell' }, ...payOf(job, view)),
    h('div', { class: 'hint where' }, ...badges(job, t), h('span', {}, ...whereAndWhen(job, view))),
    h('div', { class: 'extras' }, descriptionOf(job, texts.description), evidenceOf(job, t), view.ratings(job)),
  );
}

function pageLink({ host, t, isSample }: CardView, url: string, text: string, maximum: number): HTMLElement {
  return isSample ? outside(text, maximum) : webLink(host, t, url, text, maximum);
}

function badges(job: ShownJob, t: WidgetTexts): HTMLElement[] {
  const texts = jobsTexts(t);
  return [
    job.work_mode !== 'unknown' ? wordFor(t.workModes, job.work_mode) : '',
    knownWord(texts.contracts, job.contract),
    knownWord(texts.hours, job.hours),
    job.agency === true ? texts.agency : '',
  ].flatMap((label) => (label === '' ? [] : [h('span', { class: 'badge' }, plain(label, TEXT.platform))]));
}

function payOf(
  { salary_min: min, salary_max: max, salary_text: text, salary_period: period }: ShownJob,
  { t, country, scale }: CardView,
): Node[] {
  const money = (pay: number): string => formatPay(pay, country, t.language);
  const written =
    text !== '' && (period !== 'year' || (min === null && max === null))
      ? [h('p', { class: 'hint' }, t.asWritten(plain(text, TEXT.pay)))]
      : [];
  if (!scale || (min === null && max === null)) return [h('p', { class: 'soft' }, t.noSalary), ...written];
  const figure =
    min === null
      ? t.upTo(money(max ?? 0))
      : max === null
        ? t.from(money(min))
        : min === max
          ? money(min)
          : `${money(min)} – ${money(max)}`;
  return [
    h('p', {}, h('strong', {}, figure), h('span', { class: 'soft' }, ` ${t.perYear}`)),
    draw(payBar({ salary_min: min, salary_max: max }, scale)),
    ...written,
  ];
}

function whereAndWhen(job: ShownJob, view: CardView): (Node | string)[] {
  const { t, isSample } = view;
  const texts = jobsTexts(t);
  const link = (url: string, platform: string): Node => pageLink(view, url, platformName(platform), TEXT.platform);
  const others = job.also_on.slice(0, MOST_OTHERS);
  const closes = t.day(job.closing_date);
  const parts: (Node | string)[][] = [
    [link(job.url, job.platform)],
    others.length > 0
      ? [`${t.alsoOn} `, ...others.flatMap(({ url, platform }, index) => [index > 0 ? ', ' : '', link(url, platform)])]
      : [],
    [isSample ? t.day(job.posted_date) : t.age(job.posted_date)],
    closes === '' ? [] : [texts.closes(closes)],
  ];
  return parts
    .filter((part) => part.some((one) => one !== ''))
    .flatMap((part, index) => (index > 0 ? [' · ', ...part] : part));
}

function descriptionOf({ description }: ShownJob, label: string): Node | undefined {
  if (description === '') return undefined;
  return h(
    'details',
    {},
    h('summary', {}, label),
    h('p', { class: 'description' }, outside(description, TEXT.description)),
  );
}

function evidenceOf({ evidence }: ShownJob, t: WidgetTexts): Node | undefined {
  if (evidence.length === 0) return undefined;
  return h(
    'details',
    {},
    h('summary', {}, t.readFrom),
    h(
      'dl',
      {},
      ...evidence.flatMap(([name, quote]) => [
        h('dt', {}, wordFor(t.evidence, name)),
        h('dd', {}, h('q', {}, outside(quote, TEXT.quote))),
      ]),
    ),
  );
}
