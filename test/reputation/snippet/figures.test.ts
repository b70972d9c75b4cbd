import t from 'tap';
import { readRow, type Figures } from './read-row.ts';
import { ROWS as BESIDE_FR } from './rows/beside-fr.ts';
import { ROWS as BESIDE_UK } from './rows/beside-uk.ts';
import { ROWS as DESCRIBED_FR } from './rows/described-fr.ts';
import { ROWS as DESCRIBED_UK } from './rows/described-uk.ts';
import { ROWS as ENGINES_FR } from './rows/engines-fr.ts';
import { ROWS as ENGINES_INDEED } from './rows/engines-indeed.ts';
import { ROWS as ENGINES_INDEED_FR } from './rows/engines-indeed-fr.ts';
import { ROWS as ENGINES_OLD_FR } from './rows/engines-old-fr.ts';
import { ROWS as ENGINES_UK } from './rows/engines-uk.ts';
import { ROWS as ENGINES_US } from './rows/engines-us.ts';
import { ROWS as GLASSDOOR_FR } from './rows/glassdoor-fr.ts';
import { ROWS as GLASSDOOR_UK } from './rows/glassdoor-uk.ts';
import { ROWS as INDEED_FR } from './rows/indeed-fr.ts';
import { ROWS as INDEED_UK } from './rows/indeed-uk.ts';
import type { PageRows } from './rows/page-rows.ts';

const PAGES = {
  GLASSDOOR_UK,
  INDEED_UK,
  GLASSDOOR_FR,
  INDEED_FR,
  BESIDE_UK,
  BESIDE_FR,
  DESCRIBED_UK,
  DESCRIBED_FR,
  ENGINES_UK,
  ENGINES_FR,
  ENGINES_INDEED,
  ENGINES_INDEED_FR,
  ENGINES_US,
  ENGINES_OLD_FR,
};
const RATING = 3.4;
const COUNT = 5120;

function read(page: PageRows, title: string, text: string): Figures {
  const fill = (source: string) =>
    source.replaceAll('{name}', page.name).replaceAll('{rating}', page.rating).replaceAll('{count}', page.reviews);
  return readRow({ url: page.url, title: fill(title), text: fill(text) }, page.name, page.country);
}

for (const [name, page] of Object.entries(PAGES)) {
  const groups = [
    ['both figures that are surely the employer’s', page.both, [RATING, COUNT]],
    ['a number of reviews alone', page.countAlone, [null, COUNT]],
    ['nothing that may be of anybody or anything else', page.neither, [null, null]],
  ] as const;
  for (const [what, rows, figures] of groups) {
    t.test(`SPEC §12, ${name}: ${what}`, async (t) => {
      for (const row of rows) {
        const [title, text] = typeof row === 'string' ? [page.title, row] : row;
        t.same(read(page, title, text), figures, `${title} | ${text}`);
      }
    });
  }
  t.test(`SPEC §12, ${name}: figures however they are written`, async (t) => {
    for (const [title, text, rating, count] of page.exact)
      t.same(read(page, title, text), [rating, count], `${title} | ${text}`);
  });
}
