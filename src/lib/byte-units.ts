export const KIB = 1024;
export const MIB = 1024 * KIB;

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`;
}
