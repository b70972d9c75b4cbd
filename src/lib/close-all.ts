/**
 * Closes parts one after another, in the order given, also if some fail. Rejects with the first error after
 * trying all.
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
