import t from 'tap';
import type { Country } from '../../../schemas/index.ts';
import { readPostedDate } from '../../../src/jobs/readers/posted-date.ts';
import { sharedJson } from '../../support/shared.ts';

const NOW = '2026-11-20T10:00:00Z';
const ROWS: [Country, string, string, string?][] = [
  ['GB', '2026-10-02', '2026-10-02'],
  ['GB', '2026-07-01T23:30:00Z', '2026-07-02'],
  ['GB', '2026-07-01T23:30:00', '2026-07-01'],
  ['FR', '2026-12-31T23:30:00.000+0000', '2027-01-01'],
  ['FR', '2026-08-01T00:30:00+02:00', '2026-08-01'],
  ['GB', '03/11/2026', '2026-11-03'],
  ['GB', '3 October 2026', '2026-10-03'],
  ['GB', 'October 3, 2026', '2026-10-03'],
  ['GB', '25 Dec', '2025-12-25'],
  ['GB', '20 Nov', '2026-11-20'],
  ['FR', 'Publiée le 12/11/2026', '2026-11-12'],
  ['FR', '1er février 2026', '2026-02-01'],
  ['FR', 'en ligne depuis le 3 août 2026', '2026-08-03'],
  ['GB', 'Today', '2026-11-20'],
  ['GB', 'Just posted', '2026-11-20'],
  ['GB', '17 hrs ago', '2026-11-19'],
  ['GB', '3d', '2026-11-17'],
  ['GB', 'Reposted 2 weeks ago', '2026-11-06'],
  ['GB', '2 months ago', '2026-09-21'],
  ['GB', '30+ days ago', '2026-10-21'],
  ['FR', 'il y a 2 mois', '2026-09-21'],
  ['FR', 'Publié hier', '2026-11-19'],
  ['FR', 'avant-hier', '2026-11-18'],
  ['FR', 'Il y a plus de 30 jours', '2026-10-21'],
  ['FR', 'il y a 1 semaine', '2026-11-13'],
  ['FR', "aujourd'hui", '2026-11-21', '2026-11-20T23:30:00Z'],
  ['GB', 'yesterday', '2026-10-24', '2026-10-25T00:30:00Z'],
  ['GB', 'Closing in 3 days', ''],
  ['GB', 'Hiring ongoing', ''],
  ['GB', '31/02/2026', ''],
  ['GB', 'soon', ''],
  ['GB', '', ''],
];

t.test('SPEC §12: dates', async (t) => {
  for (const [country, text, day, now] of ROWS)
    t.equal(readPostedDate(text, country, Date.parse(now ?? NOW)), day, `${country} ${text}`);
});

const cases =
  sharedJson<{ country: Country; text: string; now: string; posted_date: string }[]>('cases/posted-dates.json');
t.test('labelled cases', { skip: cases ? false : 'no labelled cases here' }, async (t) => {
  const wrong = (cases ?? []).filter(
    (row) => readPostedDate(row.text, row.country, Date.parse(row.now)) !== row.posted_date,
  );
  t.ok(wrong.length <= (cases?.length ?? 0) * 0.02, wrong.map(({ text }) => text).join(' | '));
});
