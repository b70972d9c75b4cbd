import t from 'tap';
import { companyCacheKey, DEFAULT_ALIASES, isSameCompany, readAliases } from '../../../src/reputation/match/match.ts';
import { isExactlySought, type Employer } from '../../../src/reputation/lookup.ts';
import { sharedJson } from '../../support/shared.ts';
import { checkTable, textRows } from '../../support/text-table.ts';

const TABLE = new URL('match.tsv', import.meta.url);

t.test('SPEC §12: names of one company, and names that differ', async (t) => {
  checkTable(t, TABLE, (kind, asked = '', candidate = '', country) => [
    isSameCompany(asked, candidate, country ? { country: country as 'GB' | 'FR' } : {}),
    kind === 'same',
  ]);
  // In the other order, without a requested country.
  for (const [kind, asked = '', candidate = '', country] of textRows(TABLE))
    if (!country) t.equal(isSameCompany(candidate, asked), kind === 'same', `${candidate.slice(0, 60)}, ${asked}`);
});

t.test('a very long name is another company', async (t) => {
  const long = 'Atos'.repeat(200_000);
  t.equal(isSameCompany('Atos', long), false);
  t.equal(isSameCompany(long, 'Atos'), false);
});

t.test('a legal form counts only in its country', async (t) => {
  t.equal(isSameCompany('Barilla', 'Barilla SpA', { italian: true }), true, 'a legal form on Italian hosts');
  t.equal(isSameCompany('Barilla', 'Barilla SpA'), false);
});

t.test('a match is exact if only case, accents and the legal form differ', async (t) => {
  const tesco: Employer = { name: 'Tesco', scope: 'GB', aliases: DEFAULT_ALIASES };
  t.ok(isExactlySought(tesco, 'TESCO PLC'));
  t.notOk(isExactlySought(tesco, 'Tesco UK'));
  t.notOk(isExactlySought({ ...tesco, name: 'TUI' }, 'TUI Group'));
});

t.test('store keys', async (t) => {
  t.equal(companyCacheKey('Tesco PLC'), companyCacheKey(' tesco '));
  t.equal(companyCacheKey("Sainsbury's"), companyCacheKey('SAINSBURY’S'));
  t.equal(companyCacheKey('***'), '***');
  t.equal(companyCacheKey('__proto__'), '__proto__');
  const names = textRows(TABLE)
    .flatMap(([, one = '', other = '']) => [one, other])
    .filter((name) => name.trim() !== '');
  for (const one of names) {
    for (const other of names) {
      if (one.length < 300 && companyCacheKey(one) === companyCacheKey(other))
        t.ok(isSameCompany(one, other) || one.trim() === other.trim(), `one key, one company: ${one}, ${other}`);
    }
  }
});

t.test('ALIASES_FILE is merged over the default', async (t) => {
  const aliases = readAliases(
    JSON.stringify({
      same: [
        ['BBC', 'British Broadcasting Corporation'],
        ['PwC', 'Price Waterhouse'],
        ['GFI', 'GFI Group'],
      ],
      different: [['Acme', 'Acme Group']],
    }),
  );
  t.ok(isSameCompany('BBC', 'British Broadcasting', { aliases }), 'a new alias');
  t.ok(isSameCompany('Price Waterhouse', 'PricewaterhouseCoopers', { aliases }), 'joined to a default one');
  t.ok(isSameCompany('M&S', 'Marks & Spencer', { aliases }), 'the default stays');
  t.ok(isSameCompany('GFI', 'GFI Group', { aliases }), 'the file decides over the default');
  t.notOk(isSameCompany('Acme', 'Acme Group', { aliases }), 'a pair kept apart');
  t.ok(isSameCompany('Acme Ltd', 'Acme', { aliases }), 'and only that pair');
  t.notOk(isSameCompany('BBC', 'British Broadcasting'), 'not without the file');
  t.equal(readAliases(null), DEFAULT_ALIASES);
  t.same(readAliases('{}'), DEFAULT_ALIASES);
  for (const [wrong, says] of [
    ['x', 'ALIASES_FILE does not hold JSON.'],
    ['[]', 'ALIASES_FILE must hold an object with "same" and "different".'],
    ['null', 'ALIASES_FILE must hold an object with "same" and "different".'],
    ['{"same": 1}', 'ALIASES_FILE: same must be a list of lists of names.'],
    ['{"same": [["A"]]}', 'ALIASES_FILE: same.0 must be a list of at least two names.'],
    ['{"same": [["A", 1]]}', 'ALIASES_FILE: same.0.1 must be a name that is not blank.'],
    ['{"same": [["A", " "]]}', 'ALIASES_FILE: same.0.1 must be a name that is not blank.'],
    ['{"different": [["A", "B", "C"]]}', 'ALIASES_FILE: different.0 must be a pair of two names.'],
    ['{"different": [["A"]]}', 'ALIASES_FILE: different.0 must be a pair of two names.'],
    ['{"__proto__": []}', 'ALIASES_FILE: __proto__ is not known, only same and different.'],
    ['{"aliases": []}', 'ALIASES_FILE: aliases is not known, only same and different.'],
  ] as const)
    t.throws(() => readAliases(wrong), { message: says }, wrong);
});

t.test('labelled pairs', async (t) => {
  const cases = sharedJson<{ asked: string; candidate: string; same: boolean }[]>('cases/company-names.json');
  if (!cases) return void t.comment('no labelled cases here');
  const right = cases.filter(({ asked, candidate, same }) => isSameCompany(asked, candidate) === same);
  const falseSame = cases.filter(({ asked, candidate, same }) => !same && isSameCompany(asked, candidate));
  t.same(falseSame, [], 'no false "same"');
  t.ok(right.length >= cases.length * 0.9, `${right.length} of ${cases.length}`);
});

t.test('a national member of a network matches only by its place or the requested country', async (t) => {
  for (const network of [
    'PwC',
    'PricewaterhouseCoopers',
    'KPMG',
    'Deloitte',
    'EY',
    'BDO',
    'Grant Thornton',
    'Mazars',
  ]) {
    const [france, britain] = [`${network} France`, `${network} UK`];
    t.ok(isSameCompany(network, france, { country: 'FR' }), france);
    t.ok(isSameCompany(network, britain, { country: 'GB' }), britain);
    t.notOk(isSameCompany(network, france, { country: 'GB' }), `${france}, asked for GB`);
    t.notOk(isSameCompany(network, britain, { country: 'FR' }), `${britain}, asked for FR`);
    t.notOk(isSameCompany(network, france), `${france}, asked for no country`);
    t.notOk(isSameCompany(network, `${network} LLP (UK)`), `${britain}, asked for no country`);
    t.ok(isSameCompany(france, `${network} France SAS`), 'the place is asked for');
    t.ok(isSameCompany(britain, network), 'the page of the whole network');
    t.ok(isSameCompany(network, `${network} LLP`), 'a legal form');
  }
  t.ok(isSameCompany('Santander', 'Santander UK'), 'one company with branches is no network');
});

t.test('SPEC §12: a domain ending is a spelling variant, a national one also a place', async (t) => {
  const same = [
    ['Amazon', 'Amazon.com'],
    ['Amazon.com', 'Amazon'],
    ['Booking', 'Booking.com B.V.'],
    ['Booking', 'Booking com'],
    ['Leboncoin', 'leboncoin.fr'],
    ['Domus Vi', 'DomusVi'],
    ['LinkedIn', 'Linked In'],
  ] as const;
  for (const [one, other] of same) t.ok(isSameCompany(one, other), `${one} = ${other}`);
  t.ok(isSameCompany('Amazon', 'Amazon.co.uk', { country: 'GB' }));
  t.notOk(isSameCompany('Amazon', 'Amazon.fr', { country: 'GB' }));
  t.equal(companyCacheKey('Amazon.com'), companyCacheKey('Amazon'));
  const different = [
    ['Amazon', 'Amazon Web Services'],
    ['Amazon', 'Amazon Com Services'],
    ['Dot', 'Dot Com'],
    ['Just Eat', 'Just Eat Takeaway.com'],
    ['AirFrance', 'Air'],
  ] as const;
  for (const [one, other] of different) t.notOk(isSameCompany(one, other), `${one} ≠ ${other}`);
});
