import { hasDelivered, outcomeBadges, outcomeText } from '../../shared/platform-outcomes.ts';
import { platformName } from '../../shared/platform-names.ts';
import { draw, h, knownWord, outside, plain } from '../dom.ts';
import type { WidgetTexts } from '../texts.ts';
import type { PlatformReport } from './read-jobs.ts';
import { jobsTexts } from './texts.ts';

const TEXT = { name: 40, reason: 300, filter: 30 };
const MOST_ROWS = 60;

export function platformReport(rows: readonly PlatformReport[], t: WidgetTexts, isUnfolded: boolean): HTMLElement {
  const texts = jobsTexts(t);
  if (rows.length === 0) return h('p', { class: 'hint' }, texts.noRows);
  const named = rows.slice(0, MOST_ROWS).map((row) => ({ ...row, name: plain(platformName(row.platform), TEXT.name) }));
  return h(
    'div',
    { class: 'platforms' },
    draw(outcomeBadges(named, t, t.number)),
    h(
      'details',
      { open: isUnfolded },
      h('summary', {}, texts.what),
      h(
        'ul',
        { class: 'reports' },
        ...named.map((row) =>
          h(
            'li',
            {},
            h('strong', {}, row.name),
            t.colon,
            outcomeText(row, t, t.number),
            h('span', { class: 'hint' }, ` ${facts(row, t)}`),
            row.reason !== '' && h('span', { class: 'hint', lang: 'en' }, ' ', outside(row.reason, TEXT.reason)),
            row.attribution !== '' && h('span', { class: 'hint' }, ' ', outside(row.attribution, TEXT.reason)),
          ),
        ),
      ),
    ),
  );
}

function facts(row: PlatformReport, t: WidgetTexts): string {
  const texts = jobsTexts(t);
  const age = row.ageSeconds === null ? '' : `, ${texts.cachedFor(t.number(Math.round(row.ageSeconds / 60)))}`;
  const leftOut = row.leftOut.map(([filter, count]) => `${plain(filter, TEXT.filter)} ${t.number(count)}`).join(', ');
  return [
    knownWord(t.statusHints, row.status),
    hasDelivered(row) && row.isCached ? `(${t.fromCache}${age})` : '',
    row.siteTotal === null ? '' : texts.stated(t.number(row.siteTotal)),
    row.read === null ? '' : texts.read(t.number(row.read)),
    leftOut === '' ? '' : texts.leftOut(leftOut),
  ]
    .filter(Boolean)
    .join(' ');
}
