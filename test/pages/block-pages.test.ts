import t from 'tap';
import { readPageSigns } from '../../src/pages/extract/html-to-markdown.ts';
import { WALL_CASES as EARLIER } from './wall-cases.ts';
import { LATER_WALL_CASES } from './wall-cases-later.ts';

const WALL_CASES = [...EARLIER, ...LATER_WALL_CASES];

const MAXIMUM_MISSED = 0.03;

t.test('walls: no honest page is withheld, and hardly a wall is missed', async (t) => {
  const honest = WALL_CASES.filter(([label]) => label === 'honest');
  const walls = WALL_CASES.filter(([label]) => label !== 'honest');
  t.ok(honest.length >= 75 && WALL_CASES.length >= 150, `${honest.length} honest of ${WALL_CASES.length}`);
  const found = ([, title, body, url, head]: (typeof WALL_CASES)[number]) =>
    readPageSigns(
      `<html><head><title>${title}</title>${head ?? ''}</head><body>${body}</body></html>`,
      url ?? 'https://www.example.com/a/1',
    ).blockPage;
  for (const page of honest) t.equal(found(page), undefined, `${page[1]}: ${page[2].slice(0, 80)}`);
  const missed = walls.filter((page) => found(page) === undefined);
  t.ok(missed.length <= walls.length * MAXIMUM_MISSED, JSON.stringify(missed));
  for (const page of walls) if (found(page)) t.equal(found(page), page[0], `${page[1]}: ${page[2].slice(0, 80)}`);
});
