import type { Token } from '../../../reading/tokens.ts';

type Section = 'employer' | 'benefits' | 'job';

const HEADINGS: Readonly<Record<Exclude<Section, 'job'>, readonly string[]>> = {
  employer: [
    'about us',
    'who we are',
    'who are we',
    'our company',
    'the company',
    'company overview',
    'about the company',
    'our story',
    'about our company',
    'company description',
    'the business',
    'our client',
    'about our client',
    'background',
    'qui sommes nous',
    'a propos',
    'a propos de nous',
    "l' entreprise",
    'entreprise',
    'notre entreprise',
    'la societe',
    "presentation de l' entreprise",
    'notre societe',
    'notre client',
    'presentation de la societe',
    "description de l' entreprise",
  ],
  benefits: [
    'benefits',
    'our benefits',
    'perks',
    'perks and benefits',
    'benefits include',
    'avantages',
    'vos avantages',
    'nos avantages',
    'les avantages',
    'what we offer',
    'what you get',
    'we offer',
    'nous offrons',
    'nous proposons',
    'what we can offer',
    'what we can offer you',
    'what do we offer',
    'why join us',
    'why work for us',
    'why work with us',
    'in return',
    'the package',
    "what's in it for you",
  ],
};
const BY_WORDS = new Map(
  (['employer', 'benefits'] as const).flatMap((section) => HEADINGS[section].map((words) => [words, section] as const)),
);
const BENEFITS = new Set('benefits perks rewards avantages'.split(' '));
const OTHER_HEADING = new Set(
  'role responsibilities duties requirements job position you your poste profil missions mission description salary location hours schedule experience skills apply how qualifications lieu horaires contrat remuneration'.split(
    ' ',
  ),
);
/** Words that do not begin an employer's name after "about": "About You", "About The Role". */
const OF_THE_ROLE = new Set('you your the this our role job team'.split(' '));
const OF_THE_JOB = new Set(
  "you you'll you're your role job position post candidate applicant vous votre vos poste tu ton ta offre cdi cdd we're recherchons looking hiring recrutons".split(
    ' ',
  ),
);

/**
 * Returns the section of each sentence, by the headings before it. A sentence about the job counts as `job` even in the
 * employer's section.
 */
export function sectionsOf(sentences: readonly (readonly Token[])[]): Section[] {
  let section: Section = 'job';
  return sentences.map((tokens) => {
    const heading = headingOf(tokens);
    if (heading) section = heading;
    return section === 'employer' && tokens.some(({ text }) => OF_THE_JOB.has(text)) ? 'job' : section;
  });
}

function headingOf(tokens: readonly Token[]): Section | undefined {
  const colon = tokens.findIndex(({ text }) => text === ':');
  const line = colon >= 0 && colon <= 6 ? tokens.slice(0, colon) : tokens;
  if (line.length === 0 || line.length > 6) return undefined;
  const words = line.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  const known = BY_WORDS.get(words.join(' '));
  if (known) return known;
  if (line.length <= 4 && words[0] === 'about' && line[1]?.capital && !OF_THE_ROLE.has(words[1] ?? ''))
    return 'employer';
  const isHeading = colon >= 0 || (line[0]?.capital === true && line.length <= 5);
  if (isHeading && words.some((word) => BENEFITS.has(word))) return 'benefits';
  return isHeading && (words[0] === 'working' || words.some((word) => OTHER_HEADING.has(word))) ? 'job' : undefined;
}
