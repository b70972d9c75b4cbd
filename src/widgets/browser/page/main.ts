import { textOf } from '../message.ts';
import { runWidget } from '../widget.ts';
import { pageCards } from './page-card.ts';
import { pageTexts } from './texts.ts';

runWidget({
  name: 'page',
  title: (t) => pageTexts(t).title,
  waiting: (t) => pageTexts(t).waiting,
  show: ({ host, t, data, meta, args }) => pageCards(data, meta, { host, t, output: textOf(args?.['output']) }),
});
