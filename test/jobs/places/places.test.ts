import t from 'tap';
import { resolvePlace, isAbroad, isAreaAround, isInPlace } from '../../../src/jobs/places/resolve-place.ts';
import { GB_DISTRICTS } from '../../../scripts/places/gb-districts.ts';
import { gazetteerOf } from '../../../src/jobs/places/gazetteer.ts';
import { placeName } from '../../../src/jobs/places/table.ts';
import type { Country } from '../../../schemas/index.ts';
import type { SearchPlace } from '../../../src/sources/platforms/platform.ts';

const KNOWN: readonly (readonly [Country, string, Partial<SearchPlace>])[] = [
  // Great Britain: towns, their other names, qualifiers
  [
    'GB',
    'Leeds',
    { name: 'Leeds', kind: 'town', countyName: 'West Yorkshire', regionName: 'Yorkshire and the Humber' },
  ],
  ['GB', 'leeds, uk', { name: 'Leeds', kind: 'town', nationName: 'England' }],
  ['GB', 'Leeds, West Yorkshire, England', { name: 'Leeds', kind: 'town' }],
  ['GB', 'LEEDS CITY CENTRE', { name: 'Leeds', kind: 'town' }],
  ['GB', 'London', { name: 'London', kind: 'town', regionName: 'London' }],
  ['GB', 'Greater London', { name: 'London', kind: 'town' }],
  ['GB', 'Hackney, London', { name: 'Hackney', kind: 'town', countyName: 'Greater London' }],
  ['GB', 'Newcastle', { name: 'Newcastle upon Tyne', kind: 'town' }],
  ['GB', 'Newcastle-under-Lyme', { name: 'Newcastle under Lyme', kind: 'town', countyName: 'Staffordshire' }],
  ['GB', 'Hull', { name: 'Kingston upon Hull', kind: 'town' }],
  ['GB', 'St Albans', { name: 'St Albans', kind: 'town', countyName: 'Hertfordshire' }],
  ['GB', 'St. Albans', { name: 'St Albans' }],
  ['GB', 'Saint Albans', { name: 'St Albans' }],
  ['GB', 'Newport', { name: 'Newport', nationName: 'Wales' }],
  ['GB', 'Newport, Isle of Wight', { name: 'Newport', countyName: 'Isle of Wight' }],
  ['GB', 'Edinburgh', { name: 'Edinburgh', kind: 'town', nationName: 'Scotland' }],
  ['GB', 'Belfast', { name: 'Belfast', nationName: 'Northern Ireland' }],
  ['GB', 'Sutton Coldfield', { name: 'Sutton Coldfield', countyName: 'West Midlands' }],
  // counties, regions, nations
  ['GB', 'Greater Manchester', { name: 'Greater Manchester', kind: 'county', regionName: 'North West' }],
  ['GB', 'Kent', { name: 'Kent', kind: 'county' }],
  ['GB', 'Hants', { name: 'Hampshire', kind: 'county' }],
  ['GB', 'Yorkshire', { name: 'Yorkshire and the Humber', kind: 'region' }],
  ['GB', 'South East', { name: 'South East', kind: 'region' }],
  ['GB', 'East Anglia', { name: 'East Anglia', kind: 'region' }],
  ['GB', 'Scotland', { name: 'Scotland', kind: 'region' }],
  ['GB', 'Wales', { name: 'Wales', kind: 'region' }],
  ['GB', 'UK', { kind: 'nation' }],
  ['GB', 'United Kingdom', { kind: 'nation' }],
  ['GB', 'Home Counties', { name: 'Home Counties', kind: 'region' }],
  ['GB', 'The Wirral', { name: 'Wirral', kind: 'region' }],
  ['GB', 'Kings Lynn', { name: "King's Lynn", kind: 'town' }],
  ['GB', 'Gt Yarmouth', { name: 'Great Yarmouth', kind: 'town' }],
  ['GB', 'Richmond', { name: 'Richmond upon Thames', countyName: 'Greater London' }],
  ['GB', 'Richmond, North Yorkshire', { name: 'Richmond', countyName: 'North Yorkshire' }],
  ['GB', 'Bangor, Wales', { name: 'Bangor', countyName: 'Gwynedd' }],
  ['GB', 'Telford, Shropshire', { name: 'Telford', kind: 'town' }],
  ['GB', 'Milton Keynes, Bucks', { name: 'Milton Keynes', kind: 'town' }],
  ['GB', 'London (Central)', { name: 'London', kind: 'town' }],
  ['GB', 'Manchester City Centre', { name: 'Manchester', kind: 'town' }],
  // districts, boroughs, sites, short forms
  ['GB', 'N. Ireland', { name: 'Northern Ireland', kind: 'region' }],
  ['GB', 'Trafford', { name: 'Trafford', kind: 'county', regionName: 'North West' }],
  ['GB', 'Bournemouth, Christchurch and Poole', { kind: 'town' }],
  ['GB', 'BCP', { name: 'Bournemouth, Christchurch and Poole' }],
  ['GB', 'London Borough of Hackney', { name: 'Hackney', kind: 'town' }],
  ['GB', 'Reigate & Banstead', { name: 'Reigate and Banstead', kind: 'county' }],
  ['GB', 'Mid Ulster', { name: 'Mid Ulster', kind: 'county' }],
  ['GB', 'Middlesbrough', { countyName: 'Cleveland', regionName: 'North East' }],
  ['GB', 'Redcar', { regionName: 'North East' }],
  ['GB', 'Liverpool Street', { name: 'Liverpool Street', countyName: 'Greater London' }],
  ['GB', 'Gatwick Airport', { name: 'Gatwick', countyName: 'West Sussex' }],
  // postcodes
  ['GB', 'M33 2AA', { name: 'Sale', kind: 'town' }],
  ['GB', 'LS1 4AP', { name: 'Leeds', kind: 'town' }],
  ['GB', 'ls14ap', { name: 'Leeds', kind: 'town' }],
  ['GB', 'LS1', { name: 'Leeds', kind: 'town' }],
  ['GB', 'SW1A 1AA', { name: 'London', kind: 'town' }],
  ['GB', 'PR25 1AA', { name: 'Leyland', kind: 'town' }],
  ['GB', 'PR9 0AB', { name: 'Southport', kind: 'town' }],
  // France
  ['FR', 'La Défense', { kind: 'town', departmentCode: '92', communeCodes: ['92062', '92026', '92050'] }],
  ['FR', 'Marne-la-Vallée', { kind: 'town', regionCode: '11' }],
  ['FR', 'Rhône-Alpes', { name: 'Rhône-Alpes', kind: 'region', regionCode: '84', isPartOfRegion: true }],
  ['FR', 'Alsace', { kind: 'region', departmentCodes: ['67', '68'] }],
  ['FR', 'Paris', { name: 'Paris', kind: 'town', communeCode: '75056', departmentCode: '75', regionCode: '11' }],
  ['FR', '75', { name: 'Paris', kind: 'department', departmentCode: '75' }],
  ['FR', '2A', { name: 'Corse-du-Sud', kind: 'department', departmentCode: '2A', regionCode: '94' }],
  ['FR', '1', { name: 'Ain', kind: 'department', departmentCode: '01' }],
  ['FR', '974', { departmentCode: '974', regionCode: '04' }],
  ['FR', 'Haute-Garonne', { name: 'Haute-Garonne', kind: 'department', departmentCode: '31' }],
  ['FR', 'haute garonne (31)', { kind: 'department', departmentCode: '31' }],
  ['FR', 'Val d’Oise', { kind: 'department', departmentCode: '95' }],
  ['FR', 'département du Rhône', { kind: 'department', departmentCode: '69' }],
  ['FR', 'Vienne', { kind: 'department', departmentCode: '86' }],
  ['FR', 'Vienne (38)', { kind: 'town', departmentCode: '38' }],
  ['FR', 'Île-de-France', { name: 'Île-de-France', kind: 'region', regionCode: '11' }],
  ['FR', 'ile de france', { kind: 'region', regionCode: '11' }],
  ['FR', 'PACA', { kind: 'region', regionCode: '93' }],
  ['FR', "Provence Alpes Cote d'Azur", { kind: 'region', regionCode: '93' }],
  ['FR', 'Toulouse (31)', { name: 'Toulouse', kind: 'town', communeCode: '31555' }],
  ['FR', '31 - TOULOUSE', { name: 'Toulouse', kind: 'town' }],
  ['FR', 'Lyon 3e', { name: 'Lyon', kind: 'town', communeCode: '69123', arrondissement: 3 }],
  ['FR', 'Lyon 3ème arrondissement', { name: 'Lyon', arrondissement: 3 }],
  ['FR', 'Paris 11e – 75', { name: 'Paris', kind: 'town', arrondissement: 11 }],
  ['FR', '75 - PARIS 05', { name: 'Paris', kind: 'town', arrondissement: 5 }],
  ['FR', '75011', { name: 'Paris', kind: 'town', arrondissement: 11 }],
  ['FR', '69003 Lyon', { name: 'Lyon', arrondissement: 3 }],
  ['FR', '31700', { name: 'Blagnac', kind: 'town' }],
  ['FR', '20090', { name: 'Ajaccio', kind: 'town', departmentCode: '2A' }],
  ['FR', 'Saint Etienne', { name: 'Saint-Étienne', communeCode: '42218' }],
  ['FR', 'St-Etienne', { communeCode: '42218' }],
  ['FR', 'Saint-Denis', { communeCode: '93066' }],
  ['FR', 'Saint-Denis (93)', { communeCode: '93066' }],
  ['FR', 'région parisienne', { kind: 'region', regionCode: '11' }],
  ['FR', 'Lyon et sa région', { name: 'Lyon', kind: 'town' }],
  ['FR', 'Marseille 8e arrondissement', { name: 'Marseille', arrondissement: 8 }],
  ['FR', 'lille métropole', { name: 'Lille', kind: 'town' }],
  ['FR', 'Strasbourg 67000', { name: 'Strasbourg', kind: 'town' }],
  ['FR', 'Paris Centre', { name: 'Paris', kind: 'town' }],
  ['FR', 'Vélizy', { name: 'Vélizy-Villacoublay', kind: 'town' }],
  ['FR', 'Cergy-Pontoise', { name: 'Cergy', kind: 'town' }],
  ['FR', 'Ivry', { name: 'Ivry-sur-Seine', kind: 'town' }],
  ['FR', 'Saint-Denis, La Réunion', { communeCode: '97411' }],
  ['FR', 'Le Havre', { communeCode: '76351' }],
  ['FR', 'Havre', { communeCode: '76351' }],
  ['FR', 'France', { kind: 'nation' }],
  ['FR', 'France entière', { kind: 'nation' }],
];

t.test('places as callers type them', async (t) => {
  for (const [country, text, expected] of KNOWN) t.match(resolvePlace(text, country), { country, ...expected }, text);
  for (const [country, text] of [
    ['GB', 'Leeds'],
    ['GB', 'Truro'],
    ['FR', 'Lyon'],
    ['FR', 'Saint-Denis, La Réunion'],
  ] as const) {
    const { latitude = 0, longitude = 0 } = resolvePlace(text, country) ?? {};
    t.ok(latitude !== 0 && longitude !== 0, `${text} has coordinates`);
  }
  t.match(resolvePlace('Occitanie', 'FR')?.departmentCodes?.length, 13);
  t.strictSame(resolvePlace('Corse', 'FR')?.departmentCodes, ['2A', '2B']);
});

t.test('a name that is another place first of all is told apart', async (t) => {
  t.match(resolvePlace('Richmond, North Yorkshire', 'GB'), { name: 'Richmond', qualifier: 'North Yorkshire' });
  t.match(resolvePlace('Saint-Denis, La Réunion', 'FR'), { name: 'Saint-Denis', qualifier: 'La Réunion' });
  t.match(resolvePlace('Vienne (38)', 'FR'), { name: 'Vienne', qualifier: 'Isère' });
  for (const [country, text] of [
    ['GB', 'Leeds, West Yorkshire'],
    ['GB', 'London'],
    ['FR', 'Paris'],
    ['FR', 'Toulouse (31)'],
  ] as const)
    t.equal(resolvePlace(text, country)?.qualifier, undefined, text);
});

t.test('every town that a district names is in the table', async (t) => {
  for (const { name, towns } of GB_DISTRICTS)
    for (const town of towns) t.ok(gazetteerOf('GB').towns.has(placeName(town)), `${name}: ${town}`);
});

t.test('places that we do not know', async (t) => {
  for (const text of [
    'Nowhere-on-Sea',
    'somewhere near a river',
    'Paris',
    'ZZ9 9ZZ',
    '75011',
    '!!!',
    'x'.repeat(5_000),
    '__proto__',
    'constructor',
    'Newport, Essex',
  ])
    t.equal(resolvePlace(text, 'GB'), null, text.slice(0, 30));
  for (const text of ['Trifouilly-les-Oies', 'London', '99', '00000', 'LS1 4AP', '(((', '__proto__'])
    t.equal(resolvePlace(text, 'FR'), null, text);
});

/** Asked place; locations inside; locations outside. */
const INSIDE: readonly (readonly [Country, string, readonly string[], readonly string[]])[] = [
  [
    'GB',
    'Leeds',
    [
      'Leeds',
      'LEEDS, LS1 4AP',
      'Leeds, West Yorkshire',
      'LS11 5QP',
      'Horsforth',
      'Morley, Leeds',
      'Leeds or York',
      'Leeds Bradford Airport',
      'Hybrid - Leeds',
      'UK',
      'United Kingdom',
      'Nationwide',
      'Multiple locations',
    ],
    [
      'Bradford',
      'London',
      'West Yorkshire',
      'York, North Yorkshire',
      'LS29 8AA',
      'Narnia',
      '',
      'England',
      'Manchester; Salford',
      'Leeds, Maine, United States',
      'Dublin, Ireland',
    ],
  ],
  [
    'GB',
    'London',
    [
      'London',
      'Hackney, London',
      'Hackney',
      'Croydon',
      'Greater London',
      'WC1B 5HA',
      'City of London',
      'London, NW1 2PG',
      'EC1',
      'Canary Wharf',
      'Croydon, Surrey',
      'Bromley, Kent',
      'South East London',
      'CR0 2AA',
      'Greater London, England',
      'South West London',
    ],
    [
      'South East',
      'Watford',
      'Londonderry',
      'Derry',
      'Brighton',

      'RH1 1AA',
      'London, Ontario, Canada',
    ],
  ],
  ['GB', 'Hackney', ['Hackney, London', 'Hackney'], ['London', 'Camden']],
  [
    'GB',
    'Manchester',
    ['Manchester', 'Didsbury', 'M1 1AA', 'Central Manchester'],
    ['Salford', 'Stockport, Greater Manchester', 'Greater Manchester'],
  ],
  [
    'GB',
    'Greater Manchester',
    ['Manchester', 'Stockport', 'Greater Manchester', 'Salford, M50 2EQ', 'Sale, Cheshire', 'Bolton, Lancashire'],
    ['Liverpool', 'North West', 'Leeds'],
  ],
  ['GB', 'Yorkshire', ['Leeds', 'York', 'Hull', 'South Yorkshire', 'Rotherham, , S66 2TW'], ['Manchester', 'Lincoln']],
  [
    'GB',
    'Scotland',
    ['Edinburgh', 'Glasgow', 'Fife', 'Aberdeen, AB10 1AB', 'Scotland'],
    ['Newcastle', 'England', 'Cardiff'],
  ],
  [
    'GB',
    'South East',
    ['Guildford, Surrey', 'Kent', 'Brighton', 'Oxford', 'South East England'],
    ['London', 'Norwich'],
  ],
  ['GB', 'East Anglia', ['Norwich', 'Ipswich', 'Cambridge', 'Suffolk'], ['London', 'Essex']],
  // A place word inside another name is no place.
  ['GB', 'Manchester', ['Oxford Road, Manchester'], ['Manchester Street', 'Manchester Road, Burnley']],
  [
    'GB',
    'Oxford',
    ['Oxford University Hospitals', 'Oxford Science Park'],
    ['Oxford Road, Manchester', 'Oxford Street'],
  ],
  ['GB', 'Liverpool', ['Liverpool City Centre'], ['Liverpool Street', 'Liverpool Street, London']],
  [
    'GB',
    'Leeds',
    ['National', 'Nationwide (travel)', 'University of Leeds'],
    ['National Museum', 'Leeds Castle, Kent'],
  ],
  ['GB', 'Richmond, North Yorkshire', ['Richmond, North Yorkshire'], ['Richmond', 'Richmond, London']],
  ['GB', 'North East', ['Middlesbrough', 'Redcar', 'Hartlepool', 'Teesside'], ['York']],
  ['GB', 'Trafford', ['Sale', 'Altrincham, WA14 1AA', 'Stretford'], ['Salford', 'Greater Manchester', 'Manchester']],
  ['GB', 'Kent', ['Medway', 'Chatham', 'Tonbridge and Malling'], ['Croydon', 'Sussex']],
  ['FR', 'Lyon', ['Lyon Part-Dieu'], ['Gare de Lyon', 'Gare de Lyon, Paris']],
  ['FR', 'Nord', ['Lille', '59 - ROUBAIX'], ['Paris Nord 2', 'Gare du Nord']],
  ['FR', 'La Défense', ['Puteaux - 92', 'Courbevoie - 92', 'Paris La Défense', 'La Défense'], ['Paris', 'Lyon']],
  ['FR', 'Alsace', ['Strasbourg - 67', 'Mulhouse', 'Haut-Rhin'], ['Reims - 51', 'Metz', 'Grand Est']],
  ['FR', 'Occitanie', ['Midi-Pyrénées', 'Languedoc-Roussillon'], ['Aquitaine']],
  ['GB', 'Newport, Isle of Wight', ['Newport, Isle of Wight'], ['Newport', 'Newport, Shropshire']],
  ['GB', 'St Albans', ['Saint Albans', 'St. Albans, Hertfordshire'], ['Hertfordshire']],
  ['GB', 'UK', ['Leeds', 'anywhere at all', 'Narnia'], ['Lisbon, Portugal']],
  [
    'FR',
    'Paris',
    [
      'Paris',
      'Paris 11 - 75',
      '75 - PARIS 05',
      'Paris 2e - 75',
      '75011 Paris',
      '75011',
      'Paris, Île-de-France',
      'Paris (75)',
      'Paris 75',
      'Paris La Défense',
      'PARIS CEDEX 08',
      'France',
      'Paris et Lyon',
      'Lyon ; Paris',
    ],
    [
      'Île-de-France',
      'Nanterre - 92',
      'Lyon',
      '92 - NANTERRE',
      'Boulogne-Billancourt',
      'Cormeilles-en-Parisis (95)',
      'Portugal',
      '',
    ],
  ],
  ['FR', 'Paris 11e', ['Paris 11 - 75', 'Paris', '75011 Paris'], ['Paris 12 - 75', '75005', 'Lyon']],
  ['FR', 'Lyon', ['Lyon 3e', '69003 Lyon', 'Lyon 07 - 69', '69 - LYON 03'], ['Villeurbanne', 'Rhône', '69']],
  [
    'FR',
    '69',
    ['Lyon', 'Villeurbanne', 'Rhône', 'Trifouilly - 69', '69 - SOMEWHERE', 'Petitbourg (69)', '69400'],
    ['Grenoble - 38', 'Auvergne-Rhône-Alpes'],
  ],
  [
    'FR',
    'Île-de-France',
    ['Paris 11 - 75', 'Nanterre - 92', 'Île-de-France', 'Versailles', 'Val-de-Marne', '93'],
    ['Lyon', '45 - ORLEANS', 'Hauts-de-France'],
  ],
  ['FR', 'Occitanie', ['Toulouse', 'Montpellier (34)', '31 - BLAGNAC', 'Haute-Garonne'], ['Bordeaux', 'Paris']],
  [
    'FR',
    'Saint-Denis (93)',
    ['93 - ST DENIS', 'Saint-Denis - 93', '93200'],
    ['Saint-Denis, La Réunion', 'Saint-Denis (974)', 'Paris'],
  ],
  ['FR', '83', ['83 - ST RAPHAEL', 'Toulon'], ['13 - MARSEILLE 08']],
];

t.test('no listing outside the place, every one inside (SPEC §3)', async (t) => {
  for (const [country, asked, inside, outside] of INSIDE) {
    const place = resolvePlace(asked, country) as SearchPlace;
    t.ok(place, asked);
    for (const location of inside) t.ok(isInPlace(location, place), `${location} is in ${asked}`);
    for (const location of outside) t.notOk(isInPlace(location, place), `${location} is not in ${asked}`);
  }
});

t.test('other countries', async (t) => {
  for (const [country, location] of [
    ['GB', 'Lisbon, Portugal'],
    ['GB', 'Paris, France'],
    ['GB', 'Dublin, Ireland'],
    ['GB', 'Germany'],
    ['GB', 'Boston, MA'],
    ['GB', 'Cambridge, MA 02139'],
    ['GB', 'Richmond, Virginia'],
    ['GB', 'Perth, Western Australia'],
    ['GB', 'Hamilton, ON'],
    ['GB', 'Singapore'],
    ['GB', 'Dubai (Hybrid)'],
    ['GB', 'Lyon'],
    ['GB', 'Remote, Germany'],
    ['FR', 'Londres'],
    ['FR', 'Montréal, QC'],
    ['FR', 'Paris, Texas'],
    ['FR', 'Barcelone'],
    ['FR', 'Portugal'],
    ['FR', 'Bruxelles (Belgique)'],
    ['FR', 'Genève, Suisse'],
    ['FR', 'London, United Kingdom'],
  ] as const)
    t.ok(isAbroad(location, country), location);
  for (const [country, location] of [
    ['GB', 'Belfast, Northern Ireland'],
    ['GB', 'Douglas, Isle of Man'],
    ['GB', 'Newcastle, NE'],
    ['GB', 'Warrington, WA'],
    ['GB', 'Cardiff, Wales'],
    ['GB', 'Mobile'],
    ['GB', 'Holland Park, London'],
    ['GB', 'Boston, Lincolnshire'],
    ['FR', 'Valence'],
    ['FR', 'Vienne'],
    ['FR', 'Nouméa, Nouvelle-Calédonie'],
    ['GB', 'London'],
    ['GB', 'Remote, UK or Germany'],
    ['GB', ''],
    ['GB', 'London; Dublin, Ireland'],
    ['FR', 'Saint-Denis, La Réunion'],
    ['FR', 'Guadeloupe'],
    ['FR', 'Paris'],
  ] as const)
    t.notOk(isAbroad(location, country), location);
});

t.test('hostile locations are read in bounded time', async (t) => {
  const place = resolvePlace('Leeds', 'GB') as SearchPlace;
  for (const text of [
    'a '.repeat(100_000),
    '('.repeat(100_000),
    '1'.repeat(100_000),
    ' - '.repeat(50_000),
    'constructor',
    '__proto__',
    'toString, hasOwnProperty',
  ])
    t.notOk(isInPlace(text, place));
});

t.test('fresh forms of places, by kind', async (t) => {
  const kept: readonly (readonly [Country, string, string, boolean])[] = [
    // "Various locations" beside an area is that area
    ['GB', 'Various locations, Scotland', 'Leeds', false],
    ['GB', 'Various locations, Scotland', 'Scotland', true],
    ['GB', 'Across Scotland', 'Scotland', true],
    ['GB', 'Multiple locations, UK', 'Leeds', true],
    ['GB', 'Various locations, England', 'Leeds', true],
    // compass letters, short forms, Roman numbers
    ['GB', 'Harrogate', 'N Yorks', true],
    ['GB', 'Cardiff', 'S. Wales', true],
    ['GB', "B'ham", 'Birmingham', true],
    ['FR', 'Paris XVe', 'Paris 15e', true],
    ['FR', 'Paris XVe', 'Paris 16e', false],
    ['FR', 'Région lyonnaise', 'Lyon', true],
    ['FR', 'Évry', 'Essonne', true],
  ];
  for (const [country, text, asked, stays] of kept) {
    const place = resolvePlace(asked, country);
    t.ok(place, asked);
    t.equal(place !== null && isInPlace(text, place), stays, `${text} for ${asked}`);
  }
  for (const text of [
    'Dublin 2',
    'Co. Cork',
    'Naas, Co. Kildare',
    'Sligo',
    'Newcastle NSW',
    'Ipswich QLD 4305',
    'Portland OR 97201',
    'Chennai, Tamil Nadu',
    'Remote US',
    'US Remote',
  ])
    t.ok(isAbroad(text, 'GB'), text);
  for (const text of ['Newry, Co. Down', 'Co. Durham', 'Remote UK', 'Perth', 'Boston, Lincolnshire', 'Hybrid - Leeds'])
    t.notOk(isAbroad(text, 'GB'), text);
});

t.test('a county or region that holds the town that is asked, and nothing wider or beside it', async (t) => {
  const rows: readonly (readonly [Country, string, string, boolean])[] = [
    ['GB', 'West Yorkshire', 'Leeds', true],
    ['GB', 'Yorkshire and the Humber', 'Leeds', true],
    ['GB', 'North Yorkshire', 'Leeds', false],
    ['GB', 'England', 'Leeds', false],
    ['GB', 'Bradford, West Yorkshire', 'Leeds', false],
    ['GB', 'Leeds', 'West Yorkshire', false],
    ['FR', 'Rhône', 'Lyon', true],
    ['FR', '69 - Rhône', 'Lyon', true],
    ['FR', 'Auvergne-Rhône-Alpes', 'Lyon', true],
    ['FR', 'Isère', 'Lyon', false],
    ['FR', 'Île-de-France', 'Paris', true],
  ];
  for (const [country, text, asked, holds] of rows) {
    const place = resolvePlace(asked, country);
    t.equal(place !== null && isAreaAround(text, place), holds, `${text} around ${asked}`);
  }
});

t.test('a radius takes in the towns around the one that is asked', async (t) => {
  const rows: readonly (readonly [Country, string, string, number, boolean])[] = [
    ['GB', 'Bradford', 'Leeds', 0, false],
    ['GB', 'Bradford', 'Leeds', 10, false],
    ['GB', 'Bradford', 'Leeds', 20, true],
    ['GB', 'York', 'Leeds', 20, false],
    ['GB', 'West Yorkshire', 'Leeds', 100, false],
    ['FR', 'Villeurbanne', 'Lyon', 10, true],
    ['FR', 'Marseille', 'Lyon', 100, false],
  ];
  for (const [country, text, asked, radiusKm, stays] of rows) {
    const place = resolvePlace(asked, country);
    t.equal(place !== null && isInPlace(text, place, radiusKm), stays, `${text}, ${radiusKm} km around ${asked}`);
  }
});
