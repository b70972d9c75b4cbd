export const SITE = 'https://candidat.francetravail.fr';

export function advertUrl(id: string): string {
  return `${SITE}/offres/recherche/detail/${encodeURIComponent(id)}`;
}

/** The employer of an advert; "" if the advert says that its employer is not named. */
export function companyName(name: string): string {
  return /^non (?:communiqu|renseign)/i.test(name) ? '' : name;
}
