import t from 'tap';
import type { Country } from '../../../schemas/index.ts';
import { readPostedDate } from '../../../src/jobs/readers/posted-date.ts';
import { POSTED_DATE_TEXTS } from '../../support/posted-date-texts.ts';
import { sharedJson } from '../../support/shared.ts';

const NOW = '2026-11-20T10:00:00Z';
const LATER = '2026-11-21T12:00:00Z';
const ROWS: [Country, string, string, string?][] = [
  ['GB', '2026-10-02', '2026-10-02'],
  ['GB', '2026-07-01T23:30:00Z', '2026-07-02'],
  ['GB', '2026-07-01T23:30:00', '2026-07-01'],
  ['FR', '2025-12-31T23:30:00.000+0000', '2026-01-01'],
  ['GB', '2026-12-01T23:30:00Z', ''],
  ['GB', '2026-11-20T18:00:00Z', '2026-11-20'],
  ['FR', '2026-11-21T01:00:00Z', '2026-11-20'],
  ['FR', '2026-08-01T00:30:00+02:00', '2026-08-01'],
  // the day is the caller's: after midnight in Paris, before it in London
  ['FR', '2026-11-21', '2026-11-21', '2026-11-20T23:30:00Z'],
  // a machine's date less than a week ahead is today
  ['GB', '2026-11-21', '2026-11-20', '2026-11-20T23:30:00Z'],
  ['GB', '2026-11-26', '2026-11-20'],
  ['FR', '2026-11-24T09:00:00+01:00', '2026-11-20'],
  ['GB', '2026-11-27', ''],
  ['GB', 'Closes 2026-11-24', ''],
  ['GB', '24/11/2026', ''],
  ['FR', 'La semaine dernière', '2026-11-13'],
  ['FR', 'le mois dernier', '2026-10-21'],
  ['FR', 'Publiée le 21/11/2026', '2026-11-21', '2026-11-20T23:30:00Z'],
  ['GB', 'Posted 21/11/2026', '', '2026-11-20T23:30:00Z'],
  ['GB', '2026-13-02', ''],
  ['FR', 'Date de fin de publication : 12/11/2026', ''],
  ['FR', 'Fin de diffusion le 12/11/2026', ''],
  ['GB', 'Advert closes 12/11/2026', ''],
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
  // as they come
  ['GB', 'Posted 3 days ago', '2026-11-18', LATER],
  ['GB', 'Posted on 12 November 2026', '2026-11-12', LATER],
  ['GB', '12 Nov', '2026-11-12', LATER],
  ['GB', '12/11/2026', '2026-11-12', LATER],
  ['FR', '2026-11-12T23:30:00Z', '2026-11-13', LATER],
  ['GB', '2026-11-12T23:30:00Z', '2026-11-12', LATER],
  ['GB', '2026-07-12T23:30:00Z', '2026-07-13', LATER],
  ['GB', '1 December', '2025-12-01', LATER],
  ['FR', 'il y a 3 jours', '2026-11-18', LATER],
  ['FR', 'il y a 2 semaines', '2026-11-07', LATER],
  ['FR', 'Publiée le 3 novembre 2026', '2026-11-03', LATER],
  ['FR', '1er novembre', '2026-11-01', LATER],
  ['FR', 'le 21/11/2026 à 10:41', '2026-11-21', LATER],
  ['FR', "il y a moins d'une heure", '2026-11-21', LATER],
  ['GB', 'Closing date: 30 November 2026', '', LATER],
  ['GB', 'an hour ago', '2026-11-21', LATER],
  ['GB', '13 hours ago', '2026-11-20', LATER],
  ['GB', 'Active 5 days ago', '', LATER],
  ['GB', 'a month ago', '2026-10-22', LATER],
  ['GB', 'last week', '2026-11-14', LATER],
  ['GB', 'Posted: Mon 16 Nov 2026', '2026-11-16', LATER],
  ['GB', 'November 16th, 2026', '2026-11-16', LATER],
  ['GB', '16-11-2026', '2026-11-16', LATER],
  ['GB', '16.11.2026', '2026-11-16', LATER],
  ['GB', 'Added 2 days ago', '2026-11-19', LATER],
  ['GB', 'Date posted: 2026-11-16', '2026-11-16', LATER],
  ['FR', 'Actualisée il y a 4 jours', '', LATER],
  ['FR', "Mis en ligne aujourd'hui", '2026-11-21', LATER],
  ['FR', 'Date limite : 30/11/2026', '', LATER],
  ['GB', 'ASAP', '', LATER],
  ['GB', 'Hiring multiple candidates', '', LATER],
  ['GB', 'Sept 5, 2026', '2026-09-05', LATER],
  ['FR', 'depuis 3 jours', '2026-11-18', LATER],
  ['GB', 'New', '', LATER],
  ['GB', '9th of October', '2026-10-09', LATER],
  ['GB', '2026-11-16 09:30:00', '2026-11-16', LATER],
  ['GB', 'Wed, 18 Nov 2026 10:00:00 GMT', '2026-11-18', LATER],
  ['FR', '31 février 2026', '', LATER],
  ['FR', 'il y a un mois', '2026-10-22', LATER],
  ['GB', 'just now', '2026-11-21', LATER],
  ['GB', 'Posted 12 November 2026, closes 30 November 2026', '2026-11-12', LATER],
  ['GB', '12 November 2026 - Closing 30 November 2026', '2026-11-12', LATER],
  ['FR', 'Publié le 12/11/2026 - Date limite : 30/11/2026', '2026-11-12', LATER],
  ['FR', 'Publié le 12/11/2026, à pourvoir avant le 31/12/2026', '2026-11-12', LATER],
  ['FR', '12 nov. 2026', '2026-11-12', LATER],
  ['FR', '15 févr.', '2026-02-15', LATER],
  ['FR', 'il y a plus de 30 jours', '2026-10-22', LATER],
  ['FR', 'il y a environ 2 heures', '2026-11-21', LATER],
  ['GB', 'Updated yesterday', '', LATER],
  ['GB', 'Reposted yesterday', '2026-11-20', LATER],
  ['GB', 'Posted 2 days ago, active today', '2026-11-19', LATER],
  ['FR', 'Mis à jour hier, publié le 12 novembre 2026', '2026-11-12', LATER],
  ['GB', 'Thursday 19 November', '2026-11-19', LATER],
  ['GB', 'Posted on Friday', '', LATER],
  ['GB', '2 weeks+ ago', '2026-11-07', LATER],
  ['GB', 'Starts 1 December 2026', '', LATER],
  ['GB', '1767225600', '', LATER],
  ['GB', '16th November 2026', '2026-11-16', LATER],
  ['GB', '2026/11/16', '2026-11-16', LATER],
  ['FR', 'Publiée aujourd’hui', '2026-11-21', LATER],
  ['FR', 'Mise à jour le 18 nov. 2026', '', LATER],
  ['GB', 'today at 09:14', '2026-11-21', LATER],
  ['FR', 'début : 01/12/2026', '', LATER],
  ['GB', 'Job posted: 20/11/26', '2026-11-20', LATER],
];

t.test('SPEC §12: dates', async (t) => {
  for (const [country, text, day, now] of ROWS)
    t.equal(readPostedDate(text, country, Date.parse(now ?? NOW)), day, `${country} ${text}`);
});

t.test('dates as sites write them', async (t) => {
  for (const [country, text, day] of POSTED_DATE_TEXTS)
    t.equal(readPostedDate(text, country, Date.parse(NOW)), day, `${country} ${text}`);
});

/** SPEC §12 gives "" for the day of a change or of a last sign of life; four rows were labelled before it did. */
const SETTLED_SINCE = /^(?:active|updated|actualis|mise? à jour)/i;
const cases = ['cases', 'cases/2']
  .flatMap(
    (set) =>
      sharedJson<{ country: Country; text: string; now: string; posted_date: string }[]>(`${set}/posted-dates.json`) ??
      [],
  )
  .filter(({ text }) => !SETTLED_SINCE.test(text));
t.test('labelled cases', { skip: cases.length > 0 ? false : 'no labelled cases here' }, async (t) => {
  const wrong = cases.filter((row) => readPostedDate(row.text, row.country, Date.parse(row.now)) !== row.posted_date);
  t.ok(wrong.length / cases.length <= 0.015, wrong.map(({ text }) => text).join('\n'));
  const first = new Set((sharedJson<{ text: string }[]>('cases/posted-dates.json') ?? []).map(({ text }) => text));
  t.notOk(
    wrong.some(({ text }) => first.has(text)),
    'the first set is read wholly',
  );
});
