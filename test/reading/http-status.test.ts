import t from 'tap';
import { statusFault as platformFault } from '../../src/jobs/platform-fault.ts';
import { meaningOf } from '../../src/reading/http-status.ts';
import { statusFault as lookupFault } from '../../src/reputation/fetch-answer.ts';

t.test('a status has the same meaning for every source', async (t) => {
  const rows: [status: number, meaning: string, platform: string, lookup: string][] = [
    [400, 'other', 'changed', 'error'],
    [401, 'refusal', 'blocked', 'blocked'],
    [402, 'refusal', 'blocked', 'blocked'],
    [403, 'refusal', 'blocked', 'blocked'],
    [407, 'refusal', 'blocked', 'blocked'],
    [429, 'slow-down', 'rate_limited', 'rate_limited'],
    [451, 'refusal', 'blocked', 'blocked'],
    [500, 'out-of-order', 'error', 'error'],
    [503, 'out-of-order', 'error', 'error'],
    [999, 'refusal', 'blocked', 'blocked'],
  ];
  for (const [status, meaning, platform, lookup] of rows) {
    const answer = { status, url: 'https://site.example/', contentType: 'text/html', body: '<h1>Error</h1>' };
    const raw = { status, url: answer.url, headers: {}, body: Buffer.from(answer.body) };
    t.equal(meaningOf(status), meaning, `${status}`);
    t.equal(platformFault(raw, { kind: 'page' }, answer, 0).status, platform, `${status} of a platform`);
    t.equal(lookupFault(answer).kind, lookup, `${status} of a review site or search provider`);
  }
  t.equal(meaningOf(204), 'answer');
  t.equal(meaningOf(410), 'gone');
  const wall = {
    status: 503,
    url: 'https://site.example/',
    contentType: 'text/html',
    body: '<title>Just a moment...</title>',
  };
  t.equal(lookupFault(wall).kind, 'blocked', 'a block page may come as 503');
});
