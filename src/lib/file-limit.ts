/**
 * Makes a write beyond the file size limit (RLIMIT_FSIZE) fail like any other write; without a handler, SIGXFSZ ends
 * the process.
 */
export function ignoreFileLimitSignal(): void {
  process.on('SIGXFSZ', () => {});
}
