import { h } from '../dom.ts';
import { runWidget } from '../widget.ts';
import { employerView } from './employer.ts';
import { readReputation } from './read-reputation.ts';
import { ratingTexts } from './texts.ts';

runWidget({
  name: 'reputation',
  title: (t) => ratingTexts(t).title,
  waiting: (t) => ratingTexts(t).waiting,
  show({ host, t, data, meta }) {
    const employers = readReputation(data, meta);
    if (employers === undefined) return undefined;
    const isCut = employers.length < Object.keys(data).length;
    return [
      h(
        'div',
        { class: 'employers' },
        ...employers.map((employer) =>
          h('article', { class: 'card employer' }, ...employerView(employer, { host, t, heading: 'h2' })),
        ),
      ),
      ...(isCut ? [h('p', { class: 'notice' }, ratingTexts(t).cut)] : []),
    ];
  },
});
