import { foldWords } from '../lib/text.ts';

/** Phrases that sources use for an unknown employer, folded; they must be the whole name. */
const PHRASES: ReadonlySet<string> = new Set(
  'na|n a|none|null|nil|tbc|tba|undefined|unknown|not known|undisclosed|not specified|not disclosed|not available|not stated|not provided|not given|not applicable|anonymous|anonymous employer|confidential|confidential company|confidential client|confidential employer|client confidential|company confidential|company name confidential|company hidden|company name hidden|company undisclosed|employer undisclosed|undisclosed company|undisclosed employer|undisclosed client|private advertiser|private company|private employer|hidden|our client|my client|client|a client|the client|client of ours|on behalf of our client|on behalf of a client|confidentiel|confidentielle|entreprise confidentielle|societe confidentielle|employeur confidentiel|recruteur confidentiel|client confidentiel|anonyme|entreprise anonyme|societe anonyme|recruteur anonyme|employeur anonyme|non precise|non precisee|non renseigne|non renseignee|non communique|non communiquee|entreprise non communiquee|societe non communiquee|nc|notre client|mon client|un client|pour notre client|pour un client|pour le compte d un client'.split(
    '|',
  ),
);

/** Whether a name stands for no employer: such a phrase, or only punctuation. */
export function isNoCompany(name: string): boolean {
  const words = foldWords(name);
  return words === '' || PHRASES.has(words);
}
