export const SITE = 'https://candidat.francetravail.fr';

export function advertUrl(id: string): string {
  return `${SITE}/offres/recherche/detail/${encodeURIComponent(id)}`;
}

export function companyName(name: string): string {
  return /^non (?:communiqu|renseign)/i.test(name) ? '' : name;
}
