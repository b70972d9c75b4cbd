const words = (...alternatives: readonly string[]): string => `(?<![a-z0-9])(?:${alternatives.join('|')})(?![a-z0-9])`;

/**
 * Words after "you" that do not begin a statement about duties: "you will receive". A clause with one of them may state
 * the contract.
 */
const ENGLISH_TERMS =
  "(?:'ll|to|with|here|covering|cover(?= (?:an?|the|our) [a-z' -]{0,40}(?:maternity|paternity|parental|adoption|secondment))|replacing|aboard|there|will|would|are|as|be(?! (?:the|responsible|supported|[a-z]{2,12}ing(?<!(?:working|joining|starting|offered|being|covering|replacing))))|work(?:ing)?|join(?:ing)?|have|receive|get|need|earn|start|begin|enjoy|hold|choose|pick|become|learn on|invoice|can|must|may|should|can then|want|sign|on|as|by|directly|bill|go|turn)";
const FRENCH_TERMS =
  '(?:etes|es|serez|seras|signe\\w*|rejoi\\w*|integr\\w*|travaill\\w*|exerc\\w*|interv\\w*|commenc\\w*|debut\\w*|occup\\w*|choisi\\w*|souhait\\w*|cherch\\w*|recherch\\w*|desir\\w*|postul\\w*|avez|as|aurez|aimez|pren\\w* (?:le |son |la )?(?:relais|releve|place)|propos\\w*|offr\\w*|benefici\\w*|prepar\\w*|enchain\\w*|effectu\\w*|bosser\\w*|etiez|faites|voulez|pouvez|peux|veux|attend\\w*|permet\\w*|garanti\\w*|assure|nous(?= factur))';
/**
 * Phrases with which a clause about duties begins to state the employee's own contract:
 * "you run the desk on a 6-month contract".
 */
const ENGLISH_OWN =
  ' (?:on|as|in|for|holding) (?:an? |this |our )(?:(?:\\d|rolling |initial |regular |full|part|zero)[a-z0-9 -]{0,24})?(?:permanent|temporary|fixed|contract|freelance|self|casual|seasonal|bank|apprentice|intern(?:ship)?(?![a-z]))|, (?:you|we (?:are|have|need|seek))(?![a-z])| of your \\d';
const FRENCH_OWN =
  " en tant que| en qualite de|,? dans le cadre d'un|, (?:en )?(?:cdi|cdd|contrat|freelance|interim)(?![a-z])(?! et| ou|,)";

/**
 * Clauses about duties, which do not state the employee's own contract: "You will support people into permanent jobs".
 */
const DUTIES: readonly string[] = [
  words(
    `(?<!(?:to|for|with|that|by|of|from|than|gives?|offers?|pays?|suits?|let) )you(?:'ll| will|'d| would)? (?:also |then |help (?:to )?|be (?=[a-z]{2,12}ing |responsible))?(?!${ENGLISH_TERMS}(?![a-z]))[a-z-]{2,14} (?:(?!${ENGLISH_OWN})(?:[^.;:\\n!?•]|[.](?=\\d)))*`,
  ),
  words(
    `(?<!(?:nous|on|te|qui|et|client|agence|entreprise|societe) )(?:vous|tu) (?:y |en |les? |la |l')?(?!${FRENCH_TERMS}(?![a-z]))[a-z]{3,18} (?:(?!${FRENCH_OWN})(?:[^.;:\\n!?•]|[.](?=\\d)))*`,
  ),
  // "Managing temporary staff", "Encadrer les stagiaires", "Gestion des CDI"
  `(?<=(?:^|[.;:!?\\n•*]|[\\n ]-) ?)(?!(?:ongoing|exciting|challenging|rewarding|outstanding|working|starting|joining|offering|hiring|seeking|looking|recruiting|covering|being|replacing|during|paying|including|reporting|working|running)(?![a-z]))[a-z]{3,12}ing (?:(?:and|&|,) [a-z]{3,12}ing )?(?:the|our|an?|all|with|for|of|to|up|after|both|permanent|temporary|fixed[- ]term|contracts?|contractors?|apprentices(?:hips)?|interns|freelance\\w*|agency|casual|staff|teams?|clients|people|candidates|students) (?:(?!${ENGLISH_OWN})(?:[^.;\\n!?•]|[.](?=\\d)))*`,
  "(?<=(?:^|[.;:!?\\n•*]|[\\n ]-) ?)[a-z]{3,14}(?:(?<!i)er|ir|re) (?:les?|la|l'|des|du|une?|nos|vos|leurs?|aux?) ?[^.;:\\n!?•]*",
  words(
    `(?:gestion|suivi|encadrement|management|accompagnement|animation|recrutement(?= d(?:e|es) )|etablissement|elaboration|redaction|supervision|administration|pilotage|connaissances?|maitrise|notions?|expertise|formation) (?:de |des |du |d')(?:(?!${FRENCH_OWN})[^.,;:\\n!?•])*`,
    `(?:knowledge|understanding|experience|management|supervision|recruitment|oversight) (?:of|in|with|working|managing|supervising) (?:(?!${ENGLISH_OWN})[^.,;:\\n!?•])*`,
  ),
];

const NOT_THIS_JOB = new RegExp(DUTIES.join('|'), 'g');

export function withoutOthers(plain: string): string {
  return plain.replace(NOT_THIS_JOB, (clause) => ' '.repeat(clause.length));
}
