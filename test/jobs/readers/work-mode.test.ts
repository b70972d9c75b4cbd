import t from 'tap';
import type { WorkMode } from '../../../schemas/index.ts';
import { readWorkMode } from '../../../src/jobs/readers/work-mode.ts';
import { sharedJson } from '../../support/shared.ts';
import { WORK_MODE_CONSTRUCTIONS } from '../../support/work-mode-constructions.ts';
import { WORK_MODE_KINDS } from '../../support/work-mode-texts-kinds.ts';
import { MORE_WORK_MODE_TEXTS, WORK_MODE_TEXTS } from '../../support/work-mode-texts.ts';

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

/** Texts as they come, not written for any rule. */
const AS_THEY_COME: Record<WorkMode, string[]> = {
  remote: [
    'This role is fully remote within the UK',
    'Remote first company, quarterly meet-ups',
    'Full remote possible',
    'Travail à distance',
    'Remote (UK only)',
    'Location: Remote',
    '100% télétravail',
    'Télétravail complet depuis la France',
    'wfh 5 days a week',
    'You will work remotely from anywhere in the UK',
    'Remote: Yes',
    'Homeworker - full time',
    'Full télétravail',
    'Poste 100% remote',
    'UK remote',
    'Permanent work from home',
  ],
  hybrid: [
    'Hybrid (3 days in office)',
    'Work from home 4 days a week',
    'Télétravail : 2 jours/semaine',
    'Pas de télétravail les 6 premiers mois puis 2 jours par semaine',
    'Mode hybride : 3j bureau / 2j maison',
    'Hybrid working - minimum 60% office attendance',
    '2-3 days wfh',
    'Télétravail ponctuel',
    '1 jour de présence par semaine au bureau',
    'Some home working possible after probation',
    'Remote working considered',
    'The role can be performed remotely or from our Manchester office',
    "télétravail possible jusqu'à 3 jours par semaine",
    'one day a week in the office',
    'fortnightly office visits, otherwise remote',
    'We offer 25 days holiday and hybrid working',
    'télétravail 2j/5',
    'Distanciel 50%',
    'The post holder will work 3 days from home',
    '40% remote working',
    'Up to 60% home working',
    '50% télétravail',
    'Télétravail à 40 %',
    'two days WFH per week',
    'Remote working available after completion of 3 months training in the office.',
    "You'll split your time between home and our Bath office, typically two days a week in the office. 25 days leave.",
    'Our benefits: hybrid working policy, on-site parking. Remote desktop experience essential.',
    'Télétravail : oui',
    'Rythme hybride',
    'Possibilité de télétravail 1 jour par semaine après 6 mois',
    'Télétravail régulier',
    'Remote partiel',
    'We are a hybrid workplace',
    '1 day per month in the London office, otherwise home-based',
    'Home-based with monthly visits to HQ',
  ],
  'on-site': [
    'On-site, 5 days per week in our Bristol office',
    'No hybrid working available',
    'Office based with free on-site parking',
    'Poste en présentiel à Lyon',
    'Télétravail non prévu',
    '5 days a week on site',
    'Based at our Leeds office',
    'Working from home is not an option for this role',
    'No remote work',
    'présence sur site obligatoire',
    'Déplacements fréquents, poste non télétravaillable',
    'This position is not remote',
    'poste basé à Nantes, sur site',
    'Remote: No',
    'Fully office based role',
    '100% office-based',
    "You'll be in the office Monday to Friday",
    'Télétravail : non',
    'Aucun télétravail possible',
    'You must be able to work on site five days a week',
    'Unfortunately we cannot offer remote working',
    'This is not a remote position',
    'This is an office-based role with no option to work from home',
    'Assistance technique à distance, poste sur site',
    'Site-based role',
  ],
  unknown: [
    'Flexible working hours',
    'You will support remote teams across Europe',
    'Hybrid cloud engineer',
    'Conseiller clientèle à distance H/F',
    'Home based - covering the North West territory',
    'remote interview process',
    'training is delivered remotely',
    'hybrid vehicle technician',
    'On site gym and subsidised restaurant',
    'Experience of managing remote employees',
    'Remote monitoring of patients',
    'Experience with hybrid mobile apps',
    'Provide on-site support to customers',
    'Poste sédentaire basé à Rennes',
    'Poste basé à Lyon 3e. Déplacements ponctuels sur site client. Tickets restaurant, RTT.',
    'Based at our Swindon site. Monday to Friday 8am to 5pm, 5 days a week. Free on-site parking, 25 days holiday.',
    'You will provide remote support to users via phone, and on-site support when required.',
    'Gestion de projets à distance',
    'Formation à distance assurée',
    'Field based sales',
  ],
};

t.test('SPEC §12: work modes', async (t) => {
  for (const [mode, texts] of [...Object.entries(ROWS), ...Object.entries(AS_THEY_COME)]) {
    for (const text of texts) t.equal(readWorkMode(text), mode, text);
  }
});

t.test('texts as adverts say it', async (t) => {
  for (const modes of [
    ...Object.values(WORK_MODE_TEXTS),
    MORE_WORK_MODE_TEXTS,
    WORK_MODE_CONSTRUCTIONS,
    WORK_MODE_KINDS,
  ]) {
    for (const [mode, texts] of Object.entries(modes)) {
      for (const text of texts) t.equal(readWorkMode(text), mode, text);
    }
  }
});

t.test('hostile texts end at once', async (t) => {
  for (const text of [
    'remote '.repeat(20_000),
    'home '.repeat(20_000),
    '2 days '.repeat(20_000),
    'télétravail pas '.repeat(10_000),
    'hybrid or remote or '.repeat(5_000),
    'a'.repeat(500_000),
  ])
    t.type(readWorkMode(text), 'string');
});

interface Advert {
  title: string;
  description: string;
  label: { work_mode: WorkMode; debatable?: boolean };
}

const cases = ['cases', 'cases/2'].flatMap(
  (set) => sharedJson<{ text: string; work_mode: WorkMode }[]>(`${set}/work-modes.json`) ?? [],
);
t.test('labelled cases', { skip: cases.length > 0 ? false : 'no labelled cases here' }, async (t) => {
  const wrong = cases.filter(({ text, work_mode }) => readWorkMode(text) !== work_mode);
  t.ok(wrong.length / cases.length <= 0.03, wrong.map(({ text }) => text).join('\n'));
  const first = new Set((sharedJson<{ text: string }[]>('cases/work-modes.json') ?? []).map(({ text }) => text));
  t.notOk(
    wrong.some(({ text }) => first.has(text)),
    'the first set is read wholly',
  );
});

for (const country of ['gb', 'fr']) {
  const adverts = sharedJson<Advert[]>(`recordings/adverts/${country}.json`)?.filter(({ label }) => !label.debatable);
  t.test(`real adverts, ${country}`, { skip: adverts ? false : 'no recordings here' }, async (t) => {
    const read = (adverts ?? []).map((advert) => ({
      said: advert.label.work_mode,
      read: readWorkMode(`${advert.title}\n${advert.description}`),
    }));
    const wrong = read.filter((row) => row.said !== row.read);
    t.ok(wrong.length / read.length <= 0.03, JSON.stringify(wrong));
    t.strictSame(
      wrong.filter((row) => row.read === 'remote'),
      [],
      'a remote job passes every place filter',
    );
  });
}
