/** Whether an error of SQLite has this code, or one of its kind. */
export function isCode(error: unknown, code: string): boolean {
  const own = (error as { code?: unknown } | undefined)?.code;
  return typeof own === 'string' && (own === code || own.startsWith(`${code}_`));
}

/** Not a step's own fault, such as a constraint that it breaks. */
export function isFaultOfDisk(error: unknown): boolean {
  return ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_NOMEM', 'SQLITE_BUSY'].some(
    (code) => isCode(error, code),
  );
}
