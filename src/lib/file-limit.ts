/**
 * Makes a write beyond the process's file size limit (RLIMIT_FSIZE) fail like any other write; by default,
 * SIGXFSZ would end the process.
 */
export function outliveFileLimit(): void {
  process.on('SIGXFSZ', () => {});
}
