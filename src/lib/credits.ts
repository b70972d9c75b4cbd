/** Amounts are integer numbers of thousandths of a credit, so that sums are exact (SPEC §7). */
export type Millicredits = number;

export function toCredits(amount: Millicredits): number {
  return amount / 1000;
}

export function toMillicredits(credits: number): Millicredits {
  return Math.round(credits * 1000);
}
