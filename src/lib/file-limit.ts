/**
 * SIGXFSZ ends builds of Node.js that do not ignore it. With a handler, a write beyond the file size limit
 * (RLIMIT_FSIZE) fails like any other write.
 */
export function ignoreFileLimitSignal(): void {
  process.on('SIGXFSZ', () => {});
}
