import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { createService } from '../../src/app/service.ts';
import { readConfig } from '../../src/config/config.ts';
import { openSite } from '../egress/loopback.ts';
import { pageProcesses } from '../support/page-processes.ts';

const notLinux = process.platform === 'linux' ? false : 'Linux tells of processes';

t.test('the service loads pages in a process of its own', { skip: notLinux }, async (t) => {
  const site = await openSite(t, (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<title>Plain</title><h1>Plain</h1><p>Some words of a page.</p>');
  });
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'jobdata-page-process-')),
    LOG_LEVEL: 'silent',
    EGRESS_ALLOW: `127.0.0.1:${site.port}`,
  });
  const service = await createService(config, { throttle: false });
  t.teardown(() => service.close());
  const account = await service.accounts.create({ email: 'pages@example.com', plan: 'free_trial' });
  const { apiKey } = await service.apiKeys.create(account.id);
  t.strictSame(pageProcesses(), [], 'none before the first page');
  const { body } = await service.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'scrape_url', arguments: { urls: [`http://127.0.0.1:${site.port}/`] } },
    },
  });
  t.match(body, 'Some words of a page.');
  t.equal(pageProcesses().length, 1);
});
