import t from 'tap';
import type { WorkMode } from '../../../schemas/index.ts';
import { readWorkMode } from '../../../src/jobs/readers/work-mode.ts';
import { sharedJson } from '../../support/shared.ts';

const ROWS: Record<WorkMode, string[]> = {
  remote: [
    'Fully remote',
    'Remote (UK)',
    'Working remotely',
    'Work from home',
    'This is a remote position',
    'Poste en full remote',
    'Télétravail à 100 %',
    'télétravail complet',
    'poste basé à Lille, full remote possible',
    'Home-based role, telephone support only',
    'entièrement à distance',
    'remote, 5 days a week',
  ],
  hybrid: [
    'Hybrid (3 days in the office)',
    'Hybrid - work remotely up to 3 day(s) per week',
    'two days a week from home',
    '1 day in our Leeds office, the rest from home',
    '2 jours sur site, 3 à la maison',
    '3 jours de télétravail par semaine',
    'Télétravail partiel',
    'Télétravail possible',
    'Accord de télétravail',
    'jusqu’à 8 jours par mois de télétravail',
    'Remote with occasional travel to the office',
    'You can work from home or our office',
    'WFH 2 days',
    'office once a week, otherwise remote',
    'Agile working',
    'No remote working for the first 6 months',
    'Pas de télétravail pendant la période d’essai',
    'remote or on-site',
  ],
  'on-site': [
    'On-site only',
    'Office based in York',
    'No remote working',
    'remote working is not possible',
    'We are unable to offer hybrid working',
    'Pas de télétravail',
    'Télétravail impossible',
    'Non éligible au télétravail',
    'Poste en présentiel',
    '5 days in the office',
    '5 jours sur site',
    'In person',
  ],
  unknown: [
    '',
    'Free on-site parking',
    'Hybrid vehicles technician',
    'hybrid cloud engineer',
    'Remote support engineer',
    'a remote location in Wales',
    'Conseil à distance',
    'Relation client à distance',
    'Formation en présentiel',
    'Entretien en présentiel',
    'véhicule hybride',
    '28 days holiday',
    'Home based, you will visit customers across Kent',
    'Nursing team on site',
    'poste hybride allie vente et conseil',
    'on-site gym',
  ],
};

t.test('SPEC §12: work modes', async (t) => {
  for (const [mode, texts] of Object.entries(ROWS)) {
    for (const text of texts) t.equal(readWorkMode(text), mode, text);
  }
});

t.test('hostile texts end at once', async (t) => {
  for (const text of [
    'remote '.repeat(20_000),
    'home '.repeat(20_000),
    '2 days '.repeat(20_000),
    'télétravail pas '.repeat(10_000),
    'a'.repeat(500_000),
  ])
    t.type(readWorkMode(text), 'string');
});

const cases = sharedJson<{ text: string; work_mode: WorkMode }[]>('cases/work-modes.json');
t.test('labelled cases', { skip: cases ? false : 'no labelled cases here' }, async (t) => {
  const wrong = (cases ?? []).filter(({ text, work_mode }) => readWorkMode(text) !== work_mode);
  t.ok(wrong.length <= (cases?.length ?? 0) * 0.02, wrong.map(({ text }) => text).join(' | '));
});
