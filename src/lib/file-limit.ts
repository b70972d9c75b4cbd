/**
 * Without a handler, SIGXFSZ ends the process in builds of Node.js that do not ignore the signal. With a handler, a
 * write beyond the file size limit (RLIMIT_FSIZE) fails with an error instead.
 */
export function ignoreFileLimitSignal(): void {
  process.on('SIGXFSZ', () => {});
}
