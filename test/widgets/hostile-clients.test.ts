import t from 'tap';
import { inBrowser, violationsOn } from '../support/browser.ts';
import { DOCUMENT_NAMES, openDocuments, settled, statusOf } from '../support/widget-documents.ts';
import { some } from '../support/volume.ts';

t.test('a client that does not answer: the document says so, and still shows a result', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  for (const name of some(['jobs'], DOCUMENT_NAMES)) {
    const host = await documents.open(name, { silentOn: ['ui/initialize'] });
    await host.wait(6);
    await host.frame.getByText('The client is not responding to this document.').waitFor();
    await host.notify('ui/notifications/tool-result', await documents.result(name));
    await settled(host.frame);
    t.ok((await host.frame.locator('#content').innerText()).length > 40, name);
    t.equal(await statusOf(host), '');
    t.strictSame(host.faults, []);
    await host.close();
  }
});

t.test('a refused handshake, and results before it', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const result = await documents.result('ping');
  const early = [
    { method: 'ui/notifications/tool-result', params: result },
    { method: 'ui/notifications/tool-input', params: { arguments: {} } },
  ];
  for (const options of [{ early, refuses: { 'ui/initialize': 'no' } }, { early }]) {
    const host = await documents.open('ping', options);
    await settled(host.frame);
    t.match(await host.frame.locator('.plan').innerText(), 'Plan: pro');
    t.strictSame(host.faults, []);
  }
});

t.test('a result that comes twice is drawn once, the later one', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const host = await documents.show('jobs', await documents.result('jobs'));
  const count = await host.frame.locator('.job').count();
  await host.notify('ui/notifications/tool-result', await documents.result('jobs'));
  await settled(host.frame);
  t.equal(await host.frame.locator('.job').count(), count);
  await host.notify('ui/notifications/tool-result', { structuredContent: { query: 'x', jobs: [] } });
  await settled(host.frame);
  t.equal(await host.frame.locator('.job').count(), 0);
  t.match(await host.frame.locator('#content').innerText(), 'No jobs match.');
  t.strictSame(host.faults, []);
});

t.test('a client that refuses tools: its words beside the button, which can be pressed again', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const host = await documents.show('jobs', await documents.result('jobs'), {
    refuses: { 'tools/call': 'The user said no.' },
  });
  const button = host.frame.getByRole('button', { name: /Employer’s ratings/ }).first();
  await button.click();
  await host.frame.getByText('The user said no.').waitFor();
  t.match(await button.textContent(), 'Employer’s ratings · 0.5–2 credits');
  t.strictSame(await violationsOn(host.frame), []);
  t.strictSame(host.faults, []);
});

t.test('a client that dies during a call: a second press makes no second call', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const host = await documents.show('jobs', await documents.result('jobs'), { silentOn: ['tools/call'] });
  const button = host.frame
    .locator('.job')
    .first()
    .getByRole('button', { name: /Employer’s ratings|Looking up/ });
  await button.click();
  await button.click({ force: true });
  await settled(host.frame);
  const calls = (await host.messages()).filter(({ method }) => method === 'tools/call');
  t.equal(calls.length, 1);
  t.equal(await button.textContent(), 'Looking up …');
  await host.frame.getByLabel('Order', { exact: true }).selectOption('pay');
  t.ok((await host.frame.locator('.job').count()) > 1, 'the rest stays usable');
  await host.frame.getByLabel('Order', { exact: true }).selectOption('best');
  const first = host.frame.locator('.job').first();
  t.equal(await first.getByRole('button', { name: 'Looking up …' }).count(), 1, 'drawn anew, it still waits');
  await host.wait(200);
  await first.getByText('shows whether the call was made and charged').waitFor();
  t.equal(await first.getByRole('button', { name: /Employer’s ratings/ }).count(), 1, 'it can be pressed again');
  await host.request('ui/resource-teardown', {});
  t.strictSame(host.faults, []);
});

t.test(
  'a result that never comes: the document says so after a while, and accepts a later one',
  inBrowser,
  async (t) => {
    const documents = await openDocuments(t);
    const host = await documents.open('ping');
    await host.notify('ui/notifications/tool-input', { arguments: {} });
    await settled(host.frame);
    t.equal(await statusOf(host), 'Contacting the service …');
    await host.wait(100);
    await host.frame.getByText('No result has arrived. If there is one, it is in the chat.').waitFor();
    await host.notify('ui/notifications/tool-result', await documents.result('ping'));
    await host.frame.locator('.plan').waitFor();
    t.equal(await statusOf(host), '');
  },
);

t.test('messages from other senders than the client are ignored', inBrowser, async (t) => {
  const documents = await openDocuments(t);
  const host = await documents.open('ping');
  const before = (await host.messages()).length;
  await host.frame.evaluate(() => {
    const { postMessage, document } = globalThis as any;
    const result = { structuredContent: { plan: 'forged' } };
    postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: result }, '*');
    document.dispatchEvent(new (globalThis as any).MessageEvent('message', { data: {} }));
  });
  for (const odd of [
    null,
    5,
    'text',
    [],
    {},
    { jsonrpc: '1.0', method: 'ping', id: 1 },
    { jsonrpc: '2.0' },
    { jsonrpc: '2.0', id: 99, result: {} },
    { jsonrpc: '2.0', method: 'ui/notifications/unheard-of' },
  ])
    await host.page.evaluate(
      (message) => (globalThis as any).document.querySelector('iframe').contentWindow.postMessage(message, '*'),
      odd,
    );
  await settled(host.frame);
  t.notMatch(await host.frame.locator('main').innerText(), 'forged');
  t.equal((await host.messages()).filter(({ method }) => method === undefined).length, 0);
  t.ok((await host.messages()).length >= before);
  t.strictSame(host.faults, []);
});
