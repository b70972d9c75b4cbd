import type { PageRows } from './page-rows.ts';

/** Figures of the employer with others beside them: of another time, of something of its own, of others, of part of the reviews. */
export const ROWS: PageRows = {
  url: 'https://www.glassdoor.fr/Avis/Valmont-Distribution-Avis-E8117.htm',
  name: 'Valmont Distribution',
  country: 'FR',
  rating: '3,4',
  reviews: '5 120',
  title: 'Avis {name}',
  both: [
    'Noté {rating} par {count} personnes',
    '{name} est noté {rating}/5 par {count} personnes',
    'Notée par {count} salariés : {rating}/5',
    'Évaluée par {count} salariés avec {rating} étoiles',
    'Les salariés ont donné à {name} une moyenne de {rating} étoiles après {count} avis',
    '{rating} après {count} avis',
  ],
  countAlone: [],
  neither: ['Noté {rating} par {count} clients', 'Noté {rating} par {count} personnes à Lille'],
  exact: [],
};
