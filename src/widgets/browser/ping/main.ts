import { platformName } from '../../shared/platform-names.ts';
import { h, plain } from '../dom.ts';
import { listOf, numberOf, textOf, type Unknown } from '../message.ts';
import type { WidgetTexts } from '../texts.ts';
import { runWidget } from '../widget.ts';
import { pingTexts } from './texts.ts';

const MOST_PLATFORMS = 60;

runWidget({
  name: 'ping',
  title: (t) => pingTexts(t).title,
  waiting: (t) => pingTexts(t).waiting,
  show: ({ t, data }) => (typeof data['plan'] === 'string' ? [planCard(data, t)] : undefined),
});

function planCard(data: Unknown, t: WidgetTexts): HTMLElement {
  const texts = pingTexts(t);
  const all = numberOf(data['monthly_credits']);
  const left = numberOf(data['credits_remaining']);
  const resets = t.day(textOf(data['resets_at']));
  const trial = t.day(textOf(data['trial_ends_at']));
  const rate = numberOf(data['rpm_limit']);
  const resting = new Set(listOf(data['resting']).map(textOf));
  const codes = listOf(data['platforms']).map(textOf).filter(Boolean).slice(0, MOST_PLATFORMS);
  const facts = [
    trial !== '' ? texts.trial(trial) : resets === '' ? '' : texts.renews(resets),
    rate === null ? '' : texts.rate(t.number(rate)),
  ].filter(Boolean);
  return h(
    'div',
    { class: 'card plan' },
    h(
      'p',
      {},
      h('span', { class: 'soft' }, `${texts.plan}${t.colon}`),
      h('strong', {}, plain(textOf(data['plan']), 60)),
    ),
    left !== null && all !== null && h('p', { class: 'left' }, texts.left(t.number(left), t.number(all))),
    left !== null && all !== null && all > 0 && meter(left / all),
    facts.length > 0 && h('p', { class: 'hint' }, facts.join(' · ')),
    codes.length > 0 &&
      h(
        'ul',
        { class: 'platforms', 'aria-label': t.platforms },
        ...codes.map((code) => {
          const name = plain(platformName(code), 40);
          const isResting = resting.has(code);
          return h(
            'li',
            { class: `badge ${isResting ? 'warn' : ''}`, title: plain(code, 40) },
            isResting ? `${name}${t.colon}${texts.resting}` : name,
          );
        }),
      ),
    data['cache_available'] === false && h('p', { class: 'notice' }, texts.noCache),
  );
}

function meter(share: number): HTMLElement {
  const filled = h('div');
  filled.style.width = `${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%`;
  return h('div', { class: share < 0.1 ? 'meter bad' : 'meter', 'aria-hidden': 'true' }, filled);
}
