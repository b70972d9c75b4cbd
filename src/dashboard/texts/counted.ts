/** An amount as it is written, with its noun: in English the singular is of 1 alone. */
export function counted(amount: string | number, one: string, many: string): string {
  return `${amount} ${String(amount) === '1' ? one : many}`;
}

/** The same in French, whose singular is of all that is less than 2. */
export function countedInFrench(amount: string | number, one: string, many: string): string {
  return `${amount} ${/^[01](?:,|$)/.test(String(amount)) ? one : many}`;
}
