/** Whether an SQLite error has this code or a sub-code of it. */
export function isCode(error: unknown, code: string): boolean {
  const own = (error as { code?: unknown } | undefined)?.code;
  return typeof own === 'string' && (own === code || own.startsWith(`${code}_`));
}

/** Whether the error is the disk's and not the step's, such as a violated constraint. */
export function isFaultOfDisk(error: unknown): boolean {
  return ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_NOMEM', 'SQLITE_BUSY'].some(
    (code) => isCode(error, code),
  );
}
