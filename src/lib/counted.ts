export function counted(amount: string | number, one: string, many: string): string {
  return `${amount} ${String(amount) === '1' ? one : many}`;
}

/** In French, the singular is used below 2: "0 crédit", "1,5 crédit", "2 crédits". */
export function countedInFrench(amount: string | number, one: string, many: string): string {
  return `${amount} ${/^[01](?:,|$)/.test(String(amount)) ? one : many}`;
}
