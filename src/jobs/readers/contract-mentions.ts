import type { Contract } from '../../../schemas/index.ts';
import { type Found, MONTH, MONTHS } from './advert-words.ts';

/**
 * Words that hardly ever mean anything but a kind of contract. They count anywhere, unless their clause is about
 * somebody else, another time or a condition, or their sentence names another kind too. Words that need a construction
 * around them ("bank", "agency", "stage") are in `contract-forms.ts`.
 */
const MENTIONS: readonly { kind: Contract; words: string }[] = [
  {
    kind: 'apprenticeship',
    words:
      "apprentice(?:ship)?|apprentie?|alternante?|(?:en|votre|ton|notre|cette|une) (?:alternance|apprentissage)(?! (?:permanent|continu|jour|matin|semaine|d|sur le tas))|contrat (?:pro|d'apprentissage)",
  },
  {
    kind: 'internship',
    words: 'internship|intern|stagiaire|(?:en|un|votre|ton|ce) stage(?! de (?:formation|pre))',
  },
  {
    kind: 'freelance',
    words:
      "freelancer?|self[- ]employed|independent contractor|portage salarial|auto-?entrepreneure?|micro-?entreprise ou portage|(?:devenez|devenir|comme|en tant qu[e'] ?|statut d'?) ?(?:[a-z-]{4,16} )?independante?|(?:en|de|a) liberal|a leur compte|sole trader",
  },
  {
    kind: 'fixed_term',
    words:
      'fixed[- ]term|ftc|secondment|(?:maternity|paternity|parental|adoption|sabbatical)(?: leave)? cover|cdd|duree determinee|contrats? aides?|contractuelle?|saisonniere?',
  },
  {
    kind: 'temporary',
    words:
      '(?:temporary|casual|sessional|ad[- ]hoc) (?:[a-z-]{3,14} ){0,2}(?:basis|contract|post|role|job|position|work|assignment|[a-z]{3,14}(?:er|or|ist|ant)s?)|zero[- ]hours?|temp(?:orary)? assignment|vacataires?|en extra(?! de)|mission (?:temporaire|d.interim)',
  },
  {
    kind: 'permanent',
    words:
      'permanent(?:ly)?(?= (?:[a-z0-9-]{2,14},? ){0,2}(?:contract|basis|post|position|employee|appointment|role|job|vacancy|opportunity|employment|terms)(?![a-z])| ?[,.)\\n]| with | from | after | following | once | subject | full| part| and (?:employed|salaried|pension|full|part)|$)|cdi|duree indeterminee',
  },
];
const MENTION = MENTIONS.map(({ kind, words }) => ({
  kind,
  words: new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, 'g'),
}));
const ANY_MENTION = new RegExp(`(?<![a-z])(?:${MENTIONS.map(({ words }) => words).join('|')})(?![a-z])`);

/**
 * Words before a mention, in the same clause, that are about others, another time or a condition:
 * "our previous apprentice".
 */
const NOT_BEFORE = new RegExp(
  [
    '(?<![a-z])(?:not|no|never|nor|without|than|unlike|instead|pas|sans|ni|aucune?|plutot|ancien\\w*|former|previous\\w*|once|worked|been|were|was|had|if|should|whether|when|quand|lorsque|either|soit|even|any|every|each(?! [a-z]+ is)|whatever|hope|hopes|wants?|wish\\w*|souhait\\w*|apply|applying|postul\\w*|candidat\\w*|interns? to|could|might|may|can|possib\\w+|likely|potential|perspectives?|opportunit\\w+ (?:for|to|of)|evolu\\w+|poursui\\w+|prolong\\w+|puis|then|later|ensuite|before|avant|after|apres|following|completing|completed?|completion|years?|ans|experiences?|background|trained|clients?|customers?|candidates?|candidats?|people|others?|colleagues?|collegues?|staff(?! (?:job|role|position|post|nurse|writer|member))|students?|pupils|salaries|collaborateurs|company|companies|entreprises?|societe|founded|supervis\\w+|manag\\w+|mentor\\w*|train|trains|training|coach\\w*|support\\w*|encadr\\w*|accompagn\\w*|form(?:er|ez|e)|tuteur|tutor|tutorat|effectue\\w*|deja|teach\\w*|line|alongside|with|avec|by|par|like|comme nos|as well as|including|dont|from|share\\w*|beside|help\\w*)(?![a-z])[^.;:!?\\n]*$',
    "(?:(?:or|ou|(?<!(?:salaried|employed|time|hours|pensionable|funded) )and|et|[/&]) ?(?:(?:as|on|en|in|de|d'|an?|une?) ?)?)$",
    // Runs of spaces stand for removed words that were not about the job (`aboutTheJob`). The words after them are not
    // about it either.
    '[^.;:!?\\n ] {4,}(?:[^.;:!?\\n ]+ ){0,5}$| {6,}(?:and|et|or|ou|,) [^.;:!?\\n]{0,30}$',
  ].join('|'),
);
const NOT_AFTER =
  /^ ?(?:(?:or|ou|[/&]) ?|[^.;:!?\n]{0,40}(?:au choix|(?:your|a votre|a ta|at your) (?:choice|convenance|preference)|selon (?:vos|votre|le|ton|tes)|depending on|as you prefer|up to you|a vous de|a discuter)|(?:[a-z']{1,14} ){0,3}(?:welcome|accepte|possible|available|considered|bienvenu|etudie|opportunit|to follow|completed|levy|team|scheme|coordinat|manager|officer|lead|coach|teach|tutor|assess|trained|who |qui ))/;
/**
 * In "On completing your apprenticeship, …", the job is the apprenticeship, although the sentence is about a later
 * time.
 */
const OWN_TRAINING =
  /(?:completing|complete|completion of|end of|during|throughout|fin de|issue de|pendant|terme de) (?:your |votre |ton )$/;

/** A quick check before `aboutTheJob`, because most texts mention no contract. */
export function mayMention(plain: string): boolean {
  return kindsMentioned(plain).length > 0 || termsMentioned(plain).length > 0;
}

export function kindsMentioned(plain: string): Found<Contract>[] {
  if (!ANY_MENTION.test(plain)) return [];
  return MENTION.flatMap(({ kind, words }) => {
    for (const match of plain.matchAll(words)) {
      const [text] = match;
      const to = match.index + text.length;
      const before = clauseBefore(plain, match.index);
      const isOwn = kind === 'apprenticeship' && OWN_TRAINING.test(before);
      const isOfJob =
        isOwn || (!NOT_BEFORE.test(before) && (text.includes(' ou ') || !NOT_AFTER.test(plain.slice(to, to + 50))));
      if (isOfJob && !hasOtherKind(plain, kind, match.index, to)) return [{ kind, from: match.index, to }];
    }
    return [];
  });
}

/** True if the same sentence also names another kind: "One permanent fitter, one apprentice fitter". */
function hasOtherKind(plain: string, kind: Contract, from: number, to: number): boolean {
  const begin = plain.slice(Math.max(0, from - LONGEST_CLAUSE), from).replace(/^[^]*[.;!?\n•]/, '');
  const end = /^[^.;!?\n•]*/.exec(plain.slice(to, to + LONGEST_CLAUSE))?.[0] ?? '';
  return KIND_WORDS.some((other) => other.kind !== kind && (other.words.test(begin) || other.words.test(end)));
}

const KIND_WORDS: readonly { kind: Contract; words: RegExp }[] = (
  [
    ['apprenticeship', 'apprentic\\w*|apprenti\\w*|alternan\\w+'],
    ['internship', 'interns?|internships?|stagiaires?|stages?'],
    [
      'freelance',
      'freelanc\\w*|self[- ]employed|independante?s?|portage|auto-?entrep\\w+|micro-?entrep\\w+|liberal|day rate|umbrella|contractors?',
    ],
    ['fixed_term', 'fixed[- ]term|ftc|cdd|contractuel\\w*|saisonni\\w+|secondment'],
    ['temporary', 'temporary|casuals?|agency|interim\\w*|vacat\\w+|seasonal|temps?(?! (?:plein|partiel|complet|de))'],
    ['permanent', 'permanent\\w*|perm|cdi|duree indeterminee|salariee?s?|salariat|employed|paye'],
  ] as const
).map(([kind, words]) => ({ kind, words: new RegExp(`(?<![a-z-])(?:${words})(?![a-z])`) }));

function clauseBefore(plain: string, at: number): string {
  const before = plain.slice(Math.max(0, at - LONGEST_CLAUSE), at);
  return before.slice(before.search(/[^.;:!?\n•]*$/));
}

const LONGEST_CLAUSE = 120;

/**
 * A duration such as "six months". It counts after words in FOR, in a clause with words in HIRED and without words in
 * OTHERWISE.
 */
const DURATION = new RegExp(
  `(?<![a-z0-9])${MONTHS}(?![a-z])(?! ?(?:'(?! (?:[a-z]+ )?(?:cover|contract|secondment|work))|experience|d'experience|of experience|ago|old|pqe|d'anciennete|par an|a year|of age|de pratique|post|minimum d))`,
  'g',
);
/** Words before a duration: "for", "pour une durée de". */
const FOR =
  /(?<![a-z])(?:for|pour|pendant|lasting|runs?|lasts?|dure|durera|de|d')(?: (?:an?|the|une?|la|for|initial|initially|first|further|period|duree|periode|of|de|d'environ|around|about|approximately|up|to|minimum|maximum|at least|environ|next|premiere)){0,5} ?$/;
/** Words for hiring: "wanted", "remplacement". */
const HIRED =
  /(?<![a-z])(?:required|wanted|needed|needs?|sought|looking for|seeks?|seeking|recruit\w*|(?:re)?cherch\w+|recrut\w+|engag\w+|embauch\w*|funded|funding|finance\w*|absence|remplac\w+|relais|releve|cover\w*|renfort|project runs|projet|adulte-relais|in the first instance|join us|rejoi\w+ (?:nous|notre)|appointed|hiring|besoin d)(?![a-z])/;
/** Words for other things that last: "experience", "probation". */
const OTHERWISE =
  /(?<![a-z])(?:experience\w*|jumel\w*|enfants?|bebes?|filles?|fils|garcons?|twins|baby|toddler|daughter|stage|poei|puis|then|formations?|formera|formons|training|trained|induction|probation\w*|essai|notice|preavis|trading|established|existe|depuis|since|over|founded|free|offert|gratuit\w*|accommodation|logement|relocation|pension|insurance|guarantee\w*|warranty|garantie?|last|past|every|each|chaque|tous les|bonus|retention|salary|clients?|customers?|patients?|children|course|diplome|permis|licen[cs]e|within|sous|d'ici|ago|il y a|minimum|at least|au moins|valid\w*|anciennete|after|apres|before|avant|prior|worked|lived|resident|residency|dating|permanent\w*|cdi|ongoing)(?![a-z])/;
const UNTIL = new RegExp(
  `(?<![a-z])(?:funded|financed?|funding|finance|runs?|fixed|contract|contrat|poste|post|role|engagement|secured|assure)(?![a-z])[^.;:!?\\n]{0,60}? (?:until|till|through to|to|jusqu'(?:a|au|en)) (?:(?:the )?(?:end of |fin )?(?:\\d{1,2}(?:st|nd|rd|th|er)? )?${MONTH}(?: 20\\d\\d)?|20\\d\\d)(?![a-z])`,
);
/** "18 hours a week until 31 July", but not "apply until 31 July" */
const ENDS = new RegExp(
  `(?<![a-z])(?:until|jusqu'au) (?:the )?(?:end of |fin )?(?:\\d{1,2}(?:st|nd|rd|th|er)? )${MONTH}(?: 20\\d\\d)?(?![a-z])(?<!(?<![a-z])(?:appl|candid|postul|inscri|dossier|open|ouver|clos|interview|entretien|valid|offer|offre|deadline|depot|depos|envo|send|accept|train|form|stud|trad|exhib|expo|saison|bonus|prime|rota|not |pas |from |christmas|festive|noel|formerly)[^.;:!?\\n]{0,110})`,
);
const RANGE = new RegExp(
  `(?<![a-z])(?:contrat|engagement|emploi|poste|mission|remplacement)(?![a-z])[^.;:!?\\n]{0,50}? (?:du \\d{1,2}(?:er)? (?:${MONTH} )?au \\d{1,2}(?:er)? ${MONTH}|de (?:la )?(?:mi-|fin |debut )?${MONTH} a [a-z])`,
);
const FIRST_INSTANCE = new RegExp(
  `${MONTHS}[^.;:!?\\n]{0,20} in the first instance|in the first instance[^.;:!?\\n]{0,20} ${MONTHS}`,
);

const HAS_DATE =
  /first instance|(?:until|till|through|to|jusqu'(?:a|au|en)|au|mi-[a-z]{3,9}|a) [^.;:!?\n]{0,12}(?:20\d\d|jan|fe[bv]|mar|a[pv]r|ma[iy]|jui?n|jui?l|aout|aug|sep|oct|nov|dec)/;

/** Finds durations and end dates in wordings that are not in `contract-constructions.ts`. */
export function termsMentioned(plain: string): Found<Contract>[] {
  const dated = HAS_DATE.test(plain)
    ? (FIRST_INSTANCE.exec(plain) ?? UNTIL.exec(plain) ?? RANGE.exec(plain) ?? ENDS.exec(plain))
    : undefined;
  if (dated) return [fixedTerm(dated.index, dated[0])];
  for (const match of plain.matchAll(DURATION)) {
    if (!FOR.test(plain.slice(Math.max(0, match.index - 40), match.index))) continue;
    const before = clauseBefore(plain, match.index);
    const after = /^[^.;:!?\n•]*/.exec(plain.slice(match.index, match.index + LONGEST_CLAUSE))?.[0] ?? '';
    const clause = before + after;
    if (HIRED.test(clause) && !OTHERWISE.test(clause)) return [fixedTerm(match.index, match[0])];
  }
  return [];
}

function fixedTerm(from: number, words: string): Found<Contract> {
  return { kind: 'fixed_term', from, to: from + words.length, isTerm: true };
}
