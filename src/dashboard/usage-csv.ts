import { isoTime } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import { csvCell } from '../lib/csv-cell.ts';
import type { LedgerEntry } from '../store/types.ts';

/** Spreadsheets take a file without it for one of their own code page: "Équipe" would be "Ã‰quipe". */
const BYTE_ORDER_MARK = '\uFEFF';

/** The calls as a CSV file (RFC 4180, UTF-8 with its mark), piece by piece; keys by their ids. */
export async function* csvOf(
  pages: AsyncIterable<readonly LedgerEntry[]>,
  keyNames: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}time,tool,outcome,credits,cached,duration_ms,key_id,key_name,receipt_id\r\n`;
  for await (const calls of pages) {
    yield calls
      .map((call) => {
        const cells = [
          isoTime(call.createdAt),
          call.tool,
          call.outcome,
          toCredits(call.amount),
          call.cached,
          call.durationMs ?? '',
          call.keyId ?? '',
          keyNames.get(call.keyId ?? '') ?? '',
          call.receiptId,
        ];
        return `${cells.map(csvCell).join(',')}\r\n`;
      })
      .join('');
  }
}
