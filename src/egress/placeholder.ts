import { fold, squeeze } from '../lib/text.ts';

const MAXIMUM_LINE = 160;

const WHAT_LOADS =
  'the|your|our|more|all|page|content|contents|jobs?|job board|vacancies|positions|openings|opportunities|roles|careers?|' +
  'results?|data|offers?|listings?|app|application|site|website|search|profile|details|\\d+ ?%';

/**
 * Pages show these texts while their content loads or after their scripts have failed. The patterns match folded text
 * without full stops.
 */
const SENTENCES: readonly RegExp[] = [
  new RegExp(`^(?:(?:we are|we're|now|still|currently) )?(?:loading|fetching|initiali[sz]ing)(?: (?:${WHAT_LOADS}))*$`),
  new RegExp(`^(?:${WHAT_LOADS})(?: (?:${WHAT_LOADS}))* (?:is|are) (?:being loaded|loading)$`),
  /^(?:please |kindly )?(?:wait|stand by|hold on|hang on|be patient)(?: (?:a|one) (?:moment|second|minute)| while .*| a few seconds)?$/,
  /^(?:just )?(?:a|one) (?:moment|second|sec)(?: please)?$/,
  /^(?:redirecting|(?:you are being|you're being|you will be|you'll be) redirected)(?: .*)?$/,
  /^(?:checking your browser|application error: a (?:client|server)-side exception has occurred)(?: .*)?$/,
  /^(?:\(?see the browser console .*|you need to enable javascript to (?:run|use|view) this (?:app|site|page))\)?$/,
  /^(?:(?:en cours de )?chargement|page en cours de chargement)(?: (?:en cours|de la page|des (?:offres|resultats|donnees)|du contenu))*$/,
  /^(?:veuillez|merci de) patienter(?: .*)?$|^patientez(?: .*)?$|^un instant(?: s'il vous plait| svp)?$/,
  /^(?:redirection(?: en cours)?|vous allez etre redirige.*)$/,
  /^(?:(?:seite|inhalt|daten|stellen|die seite) (?:wird|werden) geladen|wird geladen|ladt|laden|bitte warten(?: .*)?|einen moment(?: bitte)?)$/,
  /^(?:cargando|por favor espere|espere(?: por favor| un momento)?|caricamento(?: in corso)?|attendere(?: prego)?|even geduld|bezig met laden|carregando|aguarde)$/,
];

/** True if every sentence of the line is a placeholder, as in "Loading… Please wait.". */
export function isPlaceholder(line: string): boolean {
  if (line.length > MAXIMUM_LINE) return false;
  const sentences = fold(line)
    .split(/[.!|]+(?:\s|$)|\.{2,}/)
    .map((sentence) => squeeze(sentence.replace(/[,;:*]/g, (mark) => (mark === ':' ? mark : ' '))).replace(/:$/, ''))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return sentences.length > 0 && sentences.every((sentence) => SENTENCES.some((pattern) => pattern.test(sentence)));
}
