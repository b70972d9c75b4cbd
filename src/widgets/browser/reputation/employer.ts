import { h, knownWord, outside, plain, wordFor } from '../dom.ts';
import type { Host } from '../host.ts';
import { webLink } from '../links.ts';
import type { WidgetTexts } from '../texts.ts';
import { ratingTexts } from './texts.ts';
import type { EmployerFigures, InsightLine, ReviewSiteFigures } from './read-reputation.ts';

const TEXT = { name: 100, line: 240, reason: 300, part: 60 };
const STATUS_KINDS: Readonly<Record<string, string>> = {
  fresh: 'good',
  stored: 'good',
  stale: 'warn',
  could_not_look: 'bad',
};
const BEST_RATING = 5;

interface EmployerView {
  host: Host;
  t: WidgetTexts;
  heading?: 'h2';
}

export function employerView(employer: EmployerFigures, { host, t, heading }: EmployerView): Node[] {
  const { name, rating, reviews, status, sites, parts, lines } = employer;
  const badge =
    status !== '' && h('span', { class: `badge ${knownWord(STATUS_KINDS, status)}` }, wordFor(t.looks, status));
  const isKnown = rating !== null;
  return [
    h('div', { class: 'employer-head' }, heading && h(heading, {}, outside(name, TEXT.name)), badge),
    isKnown
      ? h(
          'p',
          { class: 'rating' },
          h('strong', {}, t.rating(rating)),
          h('span', { class: 'soft' }, ` / ${BEST_RATING}`),
          h('span', { class: 'reviews' }, t.reviews(t.number(reviews))),
        )
      : h('p', { class: 'soft' }, status === 'could_not_look' ? '' : t.noRating),
    ...(isKnown ? [bar(rating / BEST_RATING, '')] : []),
    ...(sites.length > 0 ? [siteList(sites, name, host, t)] : []),
    ...(parts.length > 0 ? [partList(parts, t)] : []),
    ...(lines.length > 0 ? [lineList(lines, t)] : []),
    footnote(employer, t),
  ];
}

/** Draws a bar for a `share` from 0 to 1. Screen readers skip the bar, because the value is beside it as text. */
function bar(share: number, tone: string): HTMLElement {
  const track = h('div', { class: `meter ${tone}`, 'aria-hidden': 'true' }, h('div'));
  (track.firstChild as HTMLElement).style.width = `${(share * 100).toFixed(1)}%`;
  return track;
}

function siteList(sites: readonly ReviewSiteFigures[], asked: string, host: Host, t: WidgetTexts): HTMLElement {
  return h(
    'ul',
    { class: 'sites', 'aria-label': t.sources },
    ...sites.map(({ site, url, rating, reviews, readAt, matchedName }) => {
      const isOther = matchedName !== '' && matchedName.toLowerCase() !== asked.toLowerCase();
      const name = plain(site.charAt(0).toUpperCase() + site.slice(1), TEXT.part);
      const day = t.day(readAt);
      return h(
        'li',
        {},
        h(
          'div',
          { class: 'row' },
          webLink(host, t, url, name, TEXT.part),
          h('span', {}, rating === null ? '–' : t.stars(t.rating(rating)), ' · ', t.reviews(t.number(reviews))),
        ),
        rating !== null && bar(Math.min(1, Math.max(0, rating / BEST_RATING)), ''),
        h(
          'p',
          { class: 'hint' },
          [isOther ? t.matched(plain(matchedName, TEXT.name)) : '', day === '' ? '' : t.readAt(day)]
            .filter(Boolean)
            .join(' · '),
        ),
      );
    }),
  );
}

function partList(parts: EmployerFigures['parts'], t: WidgetTexts): HTMLElement {
  const several = new Set(parts.map(({ site }) => site)).size > 1;
  return h(
    'ul',
    { class: 'parts', 'aria-label': ratingTexts(t).parts },
    ...parts.map(({ name, rating, site }) =>
      h(
        'li',
        {},
        h(
          'div',
          { class: 'row' },
          h('span', {}, plain(capital(name), TEXT.part), several && h('span', { class: 'hint' }, ` ${site}`)),
          h('span', {}, t.rating(rating)),
        ),
        bar(rating / BEST_RATING, ''),
      ),
    ),
  );
}

function lineList(lines: readonly InsightLine[], t: WidgetTexts): HTMLElement {
  return h(
    'div',
    { class: 'lines' },
    h('h3', {}, t.themes),
    h(
      'ul',
      {},
      ...lines.map(({ text, share, tone = '' }) =>
        h('li', { class: tone }, outside(text, TEXT.line), share !== undefined && bar(share, tone)),
      ),
    ),
  );
}

function footnote({ status, ageDays, asOf, reason }: EmployerFigures, t: WidgetTexts): HTMLElement {
  const texts = ratingTexts(t);
  const said = [
    status === '' ? texts.noSources : status === 'fresh' ? '' : knownWord(t.lookHints, status),
    ageDays !== null && ageDays > 0 ? texts.age(ageDays) : '',
    t.day(asOf) === '' ? '' : texts.asOf(t.day(asOf)),
  ].filter(Boolean);
  return h(
    'p',
    { class: 'hint footnote' },
    said.join(' '),
    reason !== '' && h('span', { lang: 'en' }, ' ', outside(reason, TEXT.reason)),
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
