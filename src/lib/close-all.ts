/**
 * Closes parts one after another, in the order given: one that fails keeps
 * none of the others open. Rejects with the first fault when all were tried.
 */
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
