import t from 'tap';
import { checkTable, figure, textRows } from '../../support/text-table.ts';
import { readRow } from './read-row.ts';

const PAGES = textRows(new URL('pages.tsv', import.meta.url)).map(
  ([page = '', url = '', name = '', country, rating = '', count = '', title = '']) => {
    const fill = (source: string): string =>
      source.replaceAll('{name}', name).replaceAll('{rating}', rating).replaceAll('{count}', count);
    return { page, url, name, country: country as 'GB' | 'FR', title, fill };
  },
);

t.test('SPEC §12: figures that are surely the employer’s, a number of reviews alone, or nothing', async (t) => {
  checkTable(t, new URL('figures.tsv', import.meta.url), (kind, title = '', text = '', rating, count) => {
    const page = PAGES.find(({ page }) => page === kind);
    if (!page) throw new Error(`pages.tsv has no page ${kind}`);
    const ownTitle = title === '""' ? '' : title || page.title;
    const row = { url: page.url, title: page.fill(ownTitle), text: page.fill(text) };
    return [readRow(row, page.name, page.country), [figure(rating), figure(count)]];
  });
});
