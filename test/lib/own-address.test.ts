import t from 'tap';
import { openApi } from '../support/api.ts';
import { Visitor } from '../support/visitor.ts';

const DOCUMENTS = ['/openrpc.json', '/llms.txt'];

t.test('attack: a document with the attacker’s address is not cached for others', async (t) => {
  const { service } = await openApi(t, { env: { TRUST_PROXY: '127.0.0.1' } });
  for (const url of DOCUMENTS) {
    const answer = await service.app.inject({ url, headers: { host: 'evil.example' } });
    t.equal(answer.headers['cache-control'], 'private, no-cache', `${url}: whoever asks names the host`);
    for (const headers of [
      { host: 'jobs.example/../evil?' },
      { host: 'jobs.example"><script>alert(1)</script>' },
      { host: 'user@evil.example' },
      { host: 'jobs.example', 'x-forwarded-host': 'evil.example/x#' },
      { host: 'jobs.example', 'x-forwarded-host': 'evil.example](http://x' },
      { host: 'jobs.example:99999999' },
      { host: '' },
    ]) {
      const { body, statusCode } = await service.app.inject({ url, headers });
      t.notMatch(body, /evil\.example|<script|jobs\.example["/?]|99999999/, `${url} ${JSON.stringify(headers)}`);
      t.ok(statusCode === 200 || statusCode === 400);
    }
    const scheme = { host: 'jobs.example', 'x-forwarded-proto': 'javascript' };
    t.notMatch((await service.app.inject({ url, headers: scheme })).body, /javascript:/);
    t.match((await service.app.inject({ url, headers: { host: '[::1]:8080' } })).body, 'http://[::1]:8080/mcp');
  }
  const visitor = new Visitor(service.app, { host: 'jobs.example"><b>' });
  await visitor.register('a@example.com');
  for (const page of ['/', '/keys']) t.notMatch((await visitor.get(page)).text, /jobs\.example/, page);
});

t.test('with PUBLIC_URL these documents are the same for everyone and may be cached', async (t) => {
  const { service } = await openApi(t, { env: { PUBLIC_URL: 'https://jobs.example', TRUST_PROXY: '127.0.0.1' } });
  for (const url of DOCUMENTS) {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const answer = await service.app.inject({ url, headers });
    t.equal(answer.headers['cache-control'], 'public, max-age=3600');
    t.match(answer.body, 'https://jobs.example/mcp');
    t.notMatch(answer.body, 'evil.example');
  }
});
