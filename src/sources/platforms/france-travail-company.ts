/** The employer of an advert of France Travail; "" where it says that none is told. */
export function companyName(name: string): string {
  return /^non (?:communiqu|renseign)/i.test(name) ? '' : name;
}
