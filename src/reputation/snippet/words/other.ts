import type { Words } from '../kinds.ts';

/** The few words that the sites' other national hosts write. */
export const OTHER: Words = [
  { means: 'joint', phrases: ['van|uber|fur|von|del|per|di|zu|bei|bij|como|en|da|em|sobre'] },
  {
    means: 'prose',
    phrases: ['arbeiten|werken|trabajar|lavorare|trabalhar|unternehmen|bedrijf|empresa|azienda|als arbeitgeber'],
    example: 'Arbeiten bei Bosch',
  },
  { means: 'raters', phrases: ['werknemers|medewerkers|mitarbeiter|mitarbeitern|empleados|dipendenti'] },
  {
    means: 'reviews',
    phrases: ['bewertung|bewertungen|evaluaciones|opiniones|valoraciones|resenas|recensioni|beoordelingen|avaliacoes'],
    example: '76 evaluaciones de SolidWorks',
  },
  { means: 'label', phrases: ['bewertung|calificacion|valutazione|beoordeling'] },
  { means: 'stars', phrases: ['ster|sterren|stern|sterne|sternen|estrella|estrellas|stella|stelle'] },
];

/** The sites' own names. */
export const SITES = {
  glassdoor: ['glassdoor', 'glassdoor . com|fr|de|nl|es|ie|ca', 'glassdoor . co . uk', 'glassdoor uk|gb|france'],
  indeed: ['indeed', 'indeed . com|fr|de|nl|es|ie|ca', 'indeed . co . uk', 'indeed uk|gb|france'],
} as const;
