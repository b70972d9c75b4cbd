import t from 'tap';
import type { ListingPage } from '../../../src/sources/platforms/platform.ts';
import { pageOf } from '../../support/saved-list.ts';

function read(items: object[], totalCount: number): ListingPage {
  const state = { searchResults: { items, pagination: { totalCount, pageCount: 1 } } };
  const body = `<script>window.__PRELOADED_STATE__["app-unifiedResultlist"] = ${JSON.stringify(state)};</script>`;
  return pageOf('totaljobs', 0, body);
}

const item = (id: number, more: object = {}) => ({
  id,
  title: `Job ${id}`,
  url: `/job/${id}`,
  companyName: 'Acme',
  location: 'Leeds',
  datePosted: '2026-11-10T09:00:00Z',
  section: 'main',
  ...more,
});

t.test('adverts that the site recommends are no results', (t) => {
  const sections = ['main', 'semantic', 'regional', 'family', 'recommended', 'recommended'];
  const page = read(
    sections.map((section, index) => item(index, { section })),
    4,
  );
  t.strictSame(
    page.listings.map(({ id }) => id),
    ['0', '1', '2', '3'],
  );
  t.strictSame(page.leftOut, ['4', '5'], 'they still tell a page that repeats another');
  t.strictSame(read([item(1, { section: 'recommended' })], 0).listings, [], 'nothing found, and only recommendations');
  t.throws(
    () => read([item(1, { section: 'recommended' })], 7),
    /states 7 results/,
    'results are stated, none is there',
  );
  t.end();
});

t.test('codes of work mode', (t) => {
  const modes = ['2', '1', '0', '', 'Partially remote'].map((workFromHome, id) => item(id, { workFromHome }));
  t.strictSame(
    read(modes, 5).listings.map(({ workMode, workModeText }) => workMode ?? workModeText),
    ['hybrid', 'remote', '', '', 'Partially remote'],
  );
  t.end();
});
