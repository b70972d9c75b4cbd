/** An amount with its noun; English uses the singular for 1 only. */
export function counted(amount: string | number, one: string, many: string): string {
  return `${amount} ${String(amount) === '1' ? one : many}`;
}

/** The same in French, which uses the singular below 2. */
export function countedInFrench(amount: string | number, one: string, many: string): string {
  return `${amount} ${/^[01](?:,|$)/.test(String(amount)) ? one : many}`;
}
