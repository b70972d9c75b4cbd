export const KIB = 1024;
export const MIB = 1024 * KIB;

/** `12.3 MB`, with 1 MB = 1,000,000 bytes. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`;
}
