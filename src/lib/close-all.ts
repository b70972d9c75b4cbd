/** Calls the functions one after another, even if some fail. After the last call, rejects with the first error. */
export async function closeAll(parts: Iterable<() => unknown>): Promise<void> {
  const faults: unknown[] = [];
  for (const close of parts) {
    try {
      await close();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}
