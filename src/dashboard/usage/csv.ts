import { isoTime } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import type { LedgerEntry } from '../../store/types.ts';
import { csvHead, csvLine } from '../../lib/csv.ts';

export async function* csvOf(
  pages: AsyncIterable<readonly LedgerEntry[]>,
  keyNames: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield csvHead(['time', 'tool', 'outcome', 'credits', 'cached', 'duration_ms', 'key_id', 'key_name', 'receipt_id']);
  for await (const calls of pages) {
    yield calls
      .map((call) => {
        return csvLine([
          isoTime(call.createdAt),
          call.tool,
          call.outcome,
          toCredits(call.amount),
          call.cached,
          call.durationMs ?? '',
          call.keyId ?? '',
          keyNames.get(call.keyId ?? '') ?? '',
          call.receiptId,
        ]);
      })
      .join('');
  }
}
