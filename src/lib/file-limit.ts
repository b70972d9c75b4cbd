/**
 * From now on a write past the longest file that the process may have
 * (RLIMIT_FSIZE) fails as other writes do, instead of ending the process at
 * once by SIGXFSZ.
 */
export function outliveFileLimit(): void {
  process.on('SIGXFSZ', () => {});
}
