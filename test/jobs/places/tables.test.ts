import { readFileSync } from 'node:fs';
import t from 'tap';
import type { Country } from '../../../schemas/index.ts';
import { gazetteerOf } from '../../../src/jobs/places/gazetteer.ts';
import { isAbroad, isInPlace, resolvePlace } from '../../../src/jobs/places/resolve-place.ts';
import { placeName } from '../../../src/jobs/places/table.ts';
import type { SearchPlace } from '../../../src/sources/platforms/platform.ts';
import { checkTable } from '../../support/text-table.ts';

const COUNTRIES: readonly Country[] = ['GB', 'FR'];
const TABLES = ['gb-areas', 'gb-towns', 'gb-postcodes', 'fr-areas', 'fr-towns', 'fr-postcodes', 'abroad'];

function nameOf(place: SearchPlace | null): string {
  if (!place) return 'null';
  const { kind, name, arrondissement } = place;
  return arrondissement === undefined ? `${kind}:${name}` : `${kind}:${name}/${arrondissement}`;
}

t.test('SPEC §3: each text is read as its row says', async (t) => {
  checkTable(
    t,
    new URL('places.tsv', import.meta.url),
    (country = '', text = '', question = '', asked = '', answer = '') => {
      const home = country as Country;
      if (question === 'abroad') return [String(isAbroad(text, home)), answer];
      const place = resolvePlace(question === 'in' ? asked : text, home);
      if (question === 'in') return [String(place === null || isInPlace(text, place)), answer];
      return [nameOf(place), answer];
    },
  );
});

for (const country of COUNTRIES) {
  t.test(`${country}: every row leads to complete places`, async (t) => {
    const { allAreas, allTowns, towns } = gazetteerOf(country);
    const isArea = (area: unknown): boolean => typeof (area as { id?: unknown } | undefined)?.id === 'string';
    t.strictSame(
      allTowns().filter((town) => town.name === '' || town.areas.length === 0 || !town.areas.every(isArea)),
      [],
      'each town lies in areas of the table',
    );
    t.strictSame(
      allAreas().filter(
        ({ name, areas, parts = [] }) => name === '' || !areas.every(isArea) || parts.some((part) => part.name === ''),
      ),
      [],
      'each area has its holders and parts',
    );
    const lost = allTowns().filter((town) => !(towns.get(placeName(town.name)) ?? []).includes(town));
    t.ok(lost.length < 40, `most towns bear their own name: ${lost.map(({ name }) => name).join(', ')}`);
    const ranks = allTowns().map(({ rank }) => rank);
    t.ok(
      ranks.every((rank, row) => row === 0 || rank >= (ranks[row - 1] as number)),
      'the largest first',
    );
  });
}

t.test('postcodes: listed ones, ones created since, and texts that are not postcodes', async (t) => {
  const { postcode } = gazetteerOf('GB');
  t.match(postcode('S35'), { town: { name: 'Sheffield' }, latitude: Number });
  t.match(postcode('LS14AP'), { town: { name: 'Leeds' } });
  t.equal(postcode('ZZ99'), undefined);
  const french = gazetteerOf('FR').postcode;
  t.match(french('75011'), { town: { name: 'Paris' }, arrondissement: 11 });
  t.match(french('20090'), { town: { name: 'Ajaccio' } });
  t.equal(french('35999')?.town, undefined, 'between two runs');
  t.equal(french('35999')?.areas[0]?.name, 'Ille-et-Vilaine');
  t.equal(french('99999'), undefined);
});

t.test('the tables are sorted, generated tab-separated files', async (t) => {
  for (const name of TABLES) {
    const text = readFileSync(new URL(`../../../src/jobs/places/${name}.tsv`, import.meta.url), 'utf8');
    t.match(text, /^# Written by scripts\/places\/build\.ts; not for editing\. /, name);
    t.notMatch(text, /\r|\t\n| {2}/, `${name}: one tab between fields`);
    if (name.endsWith('postcodes')) {
      const codes = text
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split('\t')[0] as string);
      t.strictSame(
        codes,
        codes.toSorted((a, b) => (a < b ? -1 : 1)),
        `${name} is sorted`,
      );
    }
  }
});
