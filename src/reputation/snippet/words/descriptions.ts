/** What begins to say of a company what it is, not how it is rated. */
export const DESCRIBES: readonly string[] = [
  'is|was a|an|the|one',
  'is|was|has been? currently|also|officially? founded|established|headquartered|based|created|incorporated|listed|ranked|named|recognised|recognized',
  'ranks|ranked|figures|features|appears|counts|is|sits among|in|as|on',
  'employs over|about|around|nearly|almost|approximately|some? #',
  'employs more|fewer than #',
  'operates|trades in|across|from',
  'has over|about|around|nearly|almost|approximately|some? # stores|shops|branches|offices|sites|restaurants|pubs|hotels|employees|staff|people|colleagues|locations',
  'has more than # stores|shops|branches|offices|sites|restaurants|pubs|hotels|employees|staff|people|colleagues|locations',
  "est un|une|le|la|l'|les",
  'est aussi|egalement un|une',
  'est|a ete fonde|fondee|cree|creee|base|basee|implante|implantee|present|presente|specialise|specialisee|classe|classee|cote|cotee',
  'fait partie',
  'se classe|situe|place parmi|dans|au|en',
  'figure|compte parmi|dans|au|en',
  'emploie quelque|environ? #',
  'emploie plus|pres de #',
  'compte quelque|environ? # magasins|employes|collaborateurs|agences|sites|restaurants|hotels|personnes',
  'compte plus|pres de # magasins|employes|collaborateurs|agences|sites|restaurants|hotels|personnes',
];

/** Where and since when a company is. */
export const LOCATES: readonly string[] = [
  'based|headquartered|founded|established|created|incorporated|located in|at',
  'with its|a? headquarters|head? office in|at',
  'whose headquarters|hq are|is in|at',
  'base|basee|implante|implantee|installe|installee|situe|situee a|au|en|dans',
  'fonde|fondee|cree|creee|ne|nee en|a',
  'dont le siege social? est? situe|base|etabli|installe? a|au|en',
  'dont le siege social? se trouve|situe a|au|en',
];

/** Goes on with what is said of the same company. */
export const CONNECTS: readonly string[] = ['and', 'et', 'with', 'avec', 'it', 'elle', 'il', 'at'];

/** Leads from the company to something else, or to a judge of its own. */
export const SENDS_ELSEWHERE: readonly string[] = [
  'that|which|where|who|whose|when|while|if|than|like|unlike|but|because|according|per|says|say|called|about|except',
  'qui|que|dont|ou|lorsque|si|comme|contre|selon|mais|pour|chez|par|sauf|hors|appele|appelee',
  'for|by|against|among|between|from|via',
].flatMap((words) => words.split('|'));

/** Of these a description by rank has one. */
export const TOPS: readonly string[] =
  'top best largest biggest greatest leading leader leaders major oldest number numero geant premier premiere principal principale grand grande'.split(
    ' ',
  );

/** Words of a rank beside those of kinds of companies. */
export const RANKS: readonly string[] = [
  'top|best|largest|biggest|greatest|leading|great|good|major|most|more|very|popular|admired|loved|respected|known|well|important|attractive|first|oldest',
  'meilleur|meilleurs|meilleure|meilleures|grand|grands|grande|grandes|principal|principaux|premier|premiers|premiere|premieres|plus|tres',
  'employer|employers|company|companies|firm|firms|retailers|supermarkets|banks|insurers|chains|groups|brands|brand|workplace|workplaces|place|places|names|recruiters',
  'employeur|employeurs|entreprises|societes|enseignes|groupes|marques|recruteurs',
  'to|work|one|of|the|a|an|in|and|world|country|market|sector|now|currently|today|travailler|un|une|des|de|du|les|la|le|en|au|monde|pays|ou|il|fait|bon',
].flatMap((words) => words.split('|'));

/** Countries and peoples that say of a company where it is at home or at work. */
export const HOME: readonly string[] = (
  'uk britain england scotland wales ireland france europe british english scottish welsh irish french european ' +
  'american german dutch swiss spanish italian belgian japanese indian global london paris ' +
  'royaume francais francaise francaises britannique europeen europeenne'
).split(' ');

/** A company is not located in what these begin. */
export const LIKE_NAMES: readonly string[] = ['it', 'hr', 'ceo'];

/** What a rating is called, and its reviews: "a solid 3.6", "note correcte", "avis vérifiés". */
export const ADJECTIVES: readonly string[] =
  'solid decent respectable modest mediocre strong fair healthy impressive correct correcte honorable solide mitigee decente verifies verifiees'.split(
    ' ',
  );
