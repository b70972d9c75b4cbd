/** Also true for extended forms of the code, such as `SQLITE_BUSY_SNAPSHOT` for `SQLITE_BUSY`. */
export function isCode(error: unknown, code: string): boolean {
  const own = (error as { code?: unknown } | undefined)?.code;
  return typeof own === 'string' && (own === code || own.startsWith(`${code}_`));
}

/**
 * True if the disk, the file, a lack of memory or another process caused the error. False for an error of the
 * statement, such as a violated constraint.
 */
export function isFaultOfDisk(error: unknown): boolean {
  return ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_NOMEM', 'SQLITE_BUSY'].some(
    (code) => isCode(error, code),
  );
}
