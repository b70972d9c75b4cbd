/**
 * Word lists of the name matcher, folded (lower case, no accents). A name is
 * equal to another when nothing but such words sets them apart (SPEC §12).
 */

const words = (list: string): string[] => list.trim().split(/\s+/);

/** Legal forms that may end a name. "SpA" is one on Italian hosts alone (`match.ts`): elsewhere it is a bath. */
export const LEGAL_FORMS: ReadonlySet<string> = new Set(
  words(`
    ltd limited plc llp lp cic cio inc incorporated llc corp corporation co company sa sas sasu sarl eurl sca scs
    snc scop sci scm scrl gie se selarl selas ag gmbh kg kgaa bv nv srl oy oyj ab as asa aps pty pte pvt bhd
    sdn ltda
  `),
);

export const GROUP_WORDS: ReadonlySet<string> = new Set(
  words(`
    group groupe holding holdings grupo gruppe gruppo
  `),
);

/** In front of a group word they go with it ("Le Groupe La Poste"); elsewhere only "the" does. */
export const ARTICLES: ReadonlySet<string> = new Set(words('the la le les l'));

/** Dropped inside a name; the geography that follows one belongs to the name ("Banque de France"). */
export const CONNECTORS: ReadonlySet<string> = new Set(words('of de du des the la le les'));

/** Words of place that may end a name, longest first, and the place each means. */
export const HOME_PLACES: readonly (readonly [words: readonly string[], place: string])[] = [
  [['united', 'kingdom'], 'GB'],
  [['great', 'britain'], 'GB'],
  [['royaume', 'uni'], 'GB'],
  [['grande', 'bretagne'], 'GB'],
  [['uk'], 'GB'],
  [['gb'], 'GB'],
  [['france'], 'FR'],
  [['fr'], 'FR'],
  [['international'], '*'],
  [['europe'], '*'],
];

/**
 * Everyday and trade words. A name made of nothing else is only a name
 * together with the words around it: "Air France" is not "Air", "Age UK" not
 * "Age", "The Gym Group" not "Gym".
 */
export const EVERYDAY_WORDS: ReadonlySet<string> = new Set(
  words(`
    access action age air arts assurance assurances auto banque bank banking beauty big black blood blue body book
    books broadband building business cancer care carbon chambre childcare children cinema city clean cloud club
    coaching coffee collective college conseil construction consulting consultants creative credit cruise culture
    data dental design diabetes digital direct distribution eau ecole education electricite emploi energie energy
    engineering entertainment entreprise entreprises environment events express film finance financial fitness
    flight food foods football formation fragrance furniture gas gaz global gold great green gym habitat health
    healthcare heart help home homes hospital hotel hotels housing hydrogen industrie industries infrastructure
    innovation institute institut insurance invest investment jeunesse kids law learning leisure life little
    logement logistics logistique london maintenance management marketing maritime media medical mental mobile
    mobility mobilite money motor motors mutuelle national nationale net network networks new nursing office
    online open parking partners payments people perfume pharma pharmacy plan poste power press presse print
    property public publishing radio rail railway real recruitment red research restaurant restaurants retail
    royal sante school science search secours securite security service services shop small software solutions
    sport sports staffing storage store stores stroke student students studio studios support systems systemes
    team tech technology technologies telecom television televisions terre theatre tourism tourisme town toy trade
    trading trains training transport transports travail travel trust tv universite universities university urban
    village voyages water web white wine wines women work works world youth and range ville vins
    publique publiques publics federation fondation foundation association ligue mission union alliance reseau agence
    enfance familles patrimoine society charity victims breast prostate
  `),
);
