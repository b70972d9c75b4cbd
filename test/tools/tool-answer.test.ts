import * as fc from 'fast-check';
import t from 'tap';
import { createReceipt } from '../../src/credits/receipt.ts';
import { createReceiptId } from '../../src/tools/metered-call.ts';
import { writeToolAnswer } from '../../src/tools/tool-answer.ts';

const NOW = Date.UTC(2026, 10, 20);

const name = fc.stringMatching(/^io\.jobdata\/[a-z_]{1,12}$/).filter((one) => one !== 'io.jobdata/receipt');
const members = fc.dictionary(name, fc.jsonValue());

t.test('an answer is written exactly as JSON.stringify writes it', async (t) => {
  const call = fc.record({
    receiptId: fc.constant(createReceiptId(NOW)),
    tool: fc.constantFrom('ping', 'scrape_jobs'),
    cost: fc.nat(2_000_000),
    cached: fc.boolean(),
    replayed: fc.boolean(),
    test: fc.boolean(),
  });
  const property = fc.property(
    call,
    fc.maxSafeInteger(),
    members,
    fc.option(members, { nil: undefined }),
    fc.option(fc.string(), { nil: undefined }),
    fc.jsonValue(),
    (facts, balance, meta, added, traceparent, result) => {
      const receipt = createReceipt(facts, { balance, resetsAt: NOW });
      const structured = JSON.stringify(result);
      const answer = { receipt, meta, content: JSON.stringify(structured), structured };
      const written = writeToolAnswer(
        traceparent === undefined ? answer : { ...answer, traceparent },
        added === undefined ? {} : { members: '"resultType":"complete",', meta: added },
      );
      const both = Object.keys(added ?? {}).some((one) => Object.hasOwn(meta, one));
      fc.pre(!both);
      return (
        written ===
        JSON.stringify({
          ...(added === undefined ? {} : { resultType: 'complete' }),
          _meta: { ...added, traceparent, 'io.jobdata/receipt': receipt, ...meta },
          content: [{ type: 'text', text: structured }],
          structuredContent: result,
        })
      );
    },
  );
  fc.assert(property);
  t.pass('for every receipt, with and without other members of _meta');
});
