import t from 'tap';
import { readContract } from '../../../src/jobs/readers/contract.ts';
import { readHours } from '../../../src/jobs/readers/hours.ts';
import { sharedJson } from '../../support/shared.ts';
import { checkTable } from '../../support/text-table.ts';

t.test('what adverts of both languages say of contract and hours', async (t) => {
  checkTable(
    t,
    new URL('contract.tsv', import.meta.url),
    (contract, hours, stated = '', title = '', description = '') => {
      const sources = { stated, title, description };
      return [
        [readContract(sources).value, readHours(sources).value],
        [contract, hours],
      ];
    },
  );
});

t.test('the words are those of the advert', async (t) => {
  const description = 'Un poste pour vous.\nNous proposons un Contrat à Durée Déterminée, à Temps Plein.';
  const sources = { stated: '', title: 'Comptable', description };
  for (const { words } of [readContract(sources), readHours(sources)])
    t.ok(words !== '' && description.includes(words), words);
  t.strictSame(readContract({ stated: '', title: 'Cook', description: '' }), { value: 'unknown', words: '' });
});

t.test('the words are whole, and hold the whole figure', async (t) => {
  const hoursOf = (description: string) => readHours({ stated: '', title: '', description });
  for (const [description, value, words] of [
    ['You work thirty-seven hours a week with us.', 'full_time', 'thirty-seven hours a week'],
    ['You work thirty seven hours a week with us.', 'full_time', 'thirty seven hours a week'],
    ['Contrat de trente cinq heures par semaine.', 'full_time', 'trente cinq heures par semaine'],
    ['Vingt-quatre heures par semaine.', 'part_time', 'Vingt-quatre heures par semaine'],
    ["Une quinzaine d'heures par semaine.", 'part_time', "quinzaine d'heures par semaine"],
    ['Une quinzaine d’heures par semaine.', 'part_time', 'quinzaine d’heures par semaine'],
    ['Twenty hours weekly.', 'part_time', 'Twenty hours weekly'],
    ['Durée hebdomadaire : 22h.', 'part_time', '22h'],
    ['Cleaner in Ripon18 hours per week.', 'part_time', '18 hours per week'],
    ['You work four ten-hour days.', 'full_time', 'four ten-hour days'],
    ['Du lundi au vendredi de 9 h à midi.', 'part_time', '9 h à midi'],
  ] as const)
    t.strictSame(hoursOf(description), { value, words }, description);
});

t.test('a duration is a whole word, and what stands behind it counts', async (t) => {
  const contractOf = (description: string) => readContract({ stated: '', title: '', description });
  for (const [description, value, words] of [
    ['We need a gardener for 24 months.', 'fixed_term', '24 months'],
    ['Nous cherchons un jardinier pour deux ans.', 'fixed_term', 'deux ans'],
    ['Nous cherchons un jardinier pour deux années.', 'fixed_term', 'deux années'],
    ["We need a gardener for six months' cover.", 'fixed_term', 'six months'],
    ['We need a gardener for 6 monthly reports.', 'unknown', ''],
    ['We need a gardener for 24 months of age upwards.', 'unknown', ''],
  ] as const)
    t.strictSame(contractOf(description), { value, words }, description);
});

t.test('shifts a week count in words as in digits', async (t) => {
  for (const [description, value] of [
    ['12-hour shifts, three a week.', 'full_time'],
    ['12-hour shifts, 3 a week.', 'full_time'],
    ['Twelve-hour shifts, three a week.', 'full_time'],
    ['12-hour shifts, two a week.', 'part_time'],
    ['8-hour shifts, three shifts per week.', 'part_time'],
    ['Vacations de 12 heures. 12 heures services, trois par semaine.', 'full_time'],
    ['7 hours on a Friday and five on a Saturday.', 'part_time'],
    ['12-hour shifts, three a month.', 'unknown'],
    ['12-hour shifts, one of three a week is at night.', 'unknown'],
  ] as const)
    t.equal(readHours({ stated: '', title: '', description }).value, value, description);
});

t.test('long and hostile texts take no time that grows faster than they do', async (t) => {
  for (const piece of [
    'permanent ',
    'evolution vers ',
    'contract: ',
    'temporary or ',
    'charge de ',
    '37h ',
    '0.6 ',
    'formation ou ',
  ])
    t.match(readContract({ stated: '', title: '', description: piece.repeat(20_000) }), { value: /\w/ }, piece);
});

interface RecordedAdvert {
  id: string;
  title: string;
  description: string;
  contract: string;
  hours: string;
}

const read = sharedJson<RecordedAdvert[] | { adverts: RecordedAdvert[] }>('recordings/adverts/3/fr.json');

t.test('recorded French adverts: their fields are the truth', { skip: !read && 'no recordings here' }, async (t) => {
  if (!read) return;
  const adverts = Array.isArray(read) ? read : read.adverts;
  const others: string[] = [];
  const kinds = { CDI: 'permanent', CDD: 'fixed_term', Int: 'temporary' };
  const kindOf = ({ contract }: RecordedAdvert): string => kinds[contract.slice(0, 3) as keyof typeof kinds] ?? '';
  for (const advert of adverts) {
    const { id, contract, hours, title, description } = advert;
    const field = { stated: `${contract}, ${hours}`, title: '', description: '' };
    if (kindOf(advert) !== '') t.equal(readContract(field).value, kindOf(advert), `${id}: ${contract}`);
    const text = readContract({ stated: '', title, description }).value;
    // Apprentices are hired under any contract.
    const agrees = ['unknown', 'apprenticeship', kindOf(advert)].includes(text) || kindOf(advert) === '';
    if (!agrees) others.push(`${id}: ${text}, ${kindOf(advert)}`);
    const isPart = /partiel/i.test(hours);
    const worked = readHours({ stated: '', title, description }).value;
    if (hours !== '') t.not(worked, isPart ? 'full_time' : 'part_time', `${id}: ${worked}, ${hours}`);
  }
  // One advert's text says freelance, and its field that it has a term.
  t.strictSame(others, ['fr3-54: freelance, fixed_term']);
});
