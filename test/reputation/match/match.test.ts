import t from 'tap';
import { companyCacheKey, DEFAULT_ALIASES, isSameCompany, readAliases } from '../../../src/reputation/match/match.ts';
import { sharedJson } from '../../support/shared.ts';

type Pair = readonly [asked: string, candidate: string, country?: 'GB' | 'FR'];

const SAME: readonly Pair[] = [
  ['Tesco', 'TESCO'],
  ['Tesco PLC', 'Tesco'],
  ['Tesco', 'Tesco Ltd.'],
  ['J.P. Morgan', 'JP Morgan'],
  ['I.B.M.', 'IBM'],
  ['Société Générale S.A.', 'Societe Generale'],
  ["L'Oréal", 'L-Oreal'],
  ['L’Oréal', "L'Oréal SA"],
  ["Sainsbury's", 'Sainsburys'],
  ["McDonald's", 'McDonald-s'],
  ['Marks & Spencer', 'Marks-and-Spencer'],
  ['M&S', 'Marks and Spencer plc'],
  ['H&M', 'H and M'],
  ['B&Q', 'B & Q'],
  ['Canal+', 'Groupe Canal Plus'],
  ['Coca-Cola', 'Coca Cola'],
  ['Capgemini SE', 'Capgemini'],
  ['Capgemini', 'Capgemini Group'],
  ['Groupe Renault', 'Renault'],
  ['Santander', 'Grupo Santander'],
  ['Orange', 'Orange S.A.'],
  ['Orange', 'Orange France', 'FR'],
  ['Decathlon France', 'Decathlon', 'FR'],
  ['Decathlon', 'Decathlon United Kingdom', 'GB'],
  ['Aldi', 'ALDI UK'],
  ['Lidl GB', 'Lidl'],
  ['Boots (UK)', 'Boots'],
  ['KPMG UK Limited', 'KPMG'],
  ['Michael Page', 'Michael Page International'],
  ['Sopra Steria Group SA', 'Sopra Steria'],
  ['SAS Dupont Frères', 'Dupont Frères'],
  ['Dupont Frères', 'Dupont Frères SARL'],
  ['Tiffany & Co.', 'Tiffany'],
  ['The Walt Disney Company', 'Walt Disney'],
  ['The Adecco Group', 'Adecco'],
  ['La Redoute', 'LA REDOUTE'],
  ['Les Mousquetaires', 'Groupe Les Mousquetaires'],
  ['John Lewis', 'John Lewis & Partners'],
  ['PricewaterhouseCoopers LLP', 'PwC UK'],
  ['EY', 'Ernst and Young'],
  ["Sainsbury's", 'J Sainsbury plc'],
  ['Costa', 'Costa Coffee'],
  ['BNP', 'BNP PARIBAS'],
  ['Flo\u0301a', 'Flóa'],
  ['Ｔｅｓｃｏ', 'Tesco'],
  ['Tes\u200bco', 'Tesco'],
  ['Yahoo!', 'Yahoo'],
  ['Bank of Scotland', 'Bank of Scotland plc'],
  ['SAP', 'SAP SE'],
  ['SE', 'SE Ltd'],
  ['PwC France', 'PwC France', 'GB'],
  ['The Times of India', 'The Times of India', 'GB'],
  ['3M', '3M Company'],
  ['7-Eleven', '7 Eleven Inc'],
  ['__proto__', '__proto__'],
];

const DIFFERENT: readonly Pair[] = [
  ['Tesco', 'Tesco Bank'],
  ['Tesco', 'Tesco Mobile'],
  ['Capgemini', 'Capgemini Invent'],
  ['Capgemini', 'Capgemini Engineering'],
  ['Sanofi', 'Sanofi Pasteur'],
  ['EDF', 'EDF Energy'],
  ['EDF', 'EDF Renouvelables'],
  ['BNP Paribas', 'BNP Paribas Fortis'],
  ['BNP', 'BNP Paribas Cardif'],
  ['Amazon', 'Amazon Web Services'],
  ['Google', 'Google Cloud'],
  ['Virgin Media', 'Virgin'],
  ['Volvo', 'Volvo Cars'],
  ['Ford', 'Ford & Sons'],
  ['Orange', 'Orange County'],
  ['Orange', 'Orange Maroc'],
  ['Orange', 'Orange Poland', 'FR'],
  ['PwC', 'PwC France', 'GB'],
  ['PwC UK', 'PwC France'],
  ['Lidl', 'Lidl US'],
  ['Air France', 'Air'],
  ['Radio France', 'Radio'],
  ['France Travail', 'Travail'],
  ['Banque de France', 'Banque'],
  ['Age UK', 'Age'],
  ['UK Power Networks', 'Power Networks'],
  ['The Open Group', 'Open'],
  ['The Gym Group', 'Gym'],
  ['The White Company', 'White'],
  ['SAS Institute', 'Institute'],
  ['Société Générale', 'Générale'],
  ['Axa UK', 'AXA France'],
  ['Unilever', 'Unilever UK & Ireland'],
  ['Steria', 'Sopra Steria'],
  ['Accor', 'AccorHotels'],
  ['SAS', 'SAS Institute'],
  ['GFI', 'GFI Group'],
  ['ADP', 'Groupe ADP'],
  ['SEB', 'Groupe SEB'],
  ['Compass Group PLC', 'Compass'],
  ['MAN', 'Man Group plc'],
  ['M&S', 'M&S Bank'],
  ['EY', 'EY Parthenon'],
  ["Sainsbury's", "Sainsbury's Bank"],
  ['Costa', 'Costa Cruises'],
  ['RATP', 'RATP Dev'],
  ['John Lewis', 'John Lewis Finance'],
  ['Lloyds', "Lloyd's of London"],
  ['Novatech', 'Nova'],
  ['Open Text', 'Open'],
  ['Atos', 'Аtos'],
  ['Sage', 'Sagemcom'],
  ['Tesco', ''],
  ['', ''],
  ['!!!', '???'],
  ['__proto__', 'Proto'],
  ['__proto__', 'constructor'],
  ['Channel 4', 'Channel'],
  ['Group', 'Groupe SA'],
  ['Crédit Agricole', 'Crédit Agricole Corporate and Investment Bank'],
  ['Atos', 'Atos'.repeat(200_000)],
];

t.test('SPEC §12: names that mean one company', async (t) => {
  for (const [asked, candidate, country] of SAME) {
    const options = country ? { country } : {};
    t.equal(isSameCompany(asked, candidate, options), true, `${asked} = ${candidate} ${country ?? ''}`);
    if (!country) t.equal(isSameCompany(candidate, asked), true, `${candidate} = ${asked}`);
  }
});

t.test('SPEC §12: further words make another company', async (t) => {
  for (const [asked, candidate, country] of DIFFERENT) {
    const options = country ? { country } : {};
    t.equal(isSameCompany(asked, candidate, options), false, `${asked} ≠ ${candidate.slice(0, 60)} ${country ?? ''}`);
    if (!country) t.equal(isSameCompany(candidate, asked), false, `${candidate.slice(0, 60)} ≠ ${asked}`);
  }
});

t.test('store keys', async (t) => {
  t.equal(companyCacheKey('Tesco PLC'), companyCacheKey(' tesco '));
  t.equal(companyCacheKey("Sainsbury's"), companyCacheKey('SAINSBURY’S'));
  t.equal(companyCacheKey('***'), '***');
  t.equal(companyCacheKey('__proto__'), '__proto__');
  const names = [...SAME, ...DIFFERENT].flatMap(([one, other]) => [one, other]).filter((name) => name.trim() !== '');
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
  for (const wrong of [
    'x',
    '[]',
    'null',
    '{"same": 1}',
    '{"same": [["A"]]}',
    '{"same": [["A", 1]]}',
    '{"different": [["A", "B", "C"]]}',
    '{"__proto__": []}',
    '{"aliases": []}',
  ])
    t.throws(() => readAliases(wrong), /ALIASES_FILE.*\.$/, wrong);
});

t.test('labelled pairs', async (t) => {
  const cases = sharedJson<{ asked: string; candidate: string; same: boolean }[]>('cases/company-names.json');
  if (!cases) return void t.comment('no labelled cases here');
  const right = cases.filter(({ asked, candidate, same }) => isSameCompany(asked, candidate) === same);
  const falseSame = cases.filter(({ asked, candidate, same }) => !same && isSameCompany(asked, candidate));
  t.same(falseSame, [], 'no false "same"');
  t.ok(right.length >= cases.length * 0.9, `${right.length} of ${cases.length}`);
});
