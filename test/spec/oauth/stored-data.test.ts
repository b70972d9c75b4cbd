import { existsSync, readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { Authenticator } from '../../../src/accounts/authenticate.ts';
import { createSecret } from '../../../src/accounts/key-format.ts';
import { DAY_MS } from '../../../src/lib/clock.ts';
import { Consent, type ConsentRequest } from '../../../src/oauth/consent.ts';
import { TokenEndpoint } from '../../../src/oauth/token-endpoint.ts';
import { openStore } from '../../../src/store/open.ts';
import { type Api } from '../../support/api.ts';
import { volume } from '../../support/volume.ts';
import { rowsOf } from '../../support/engines.ts';
import {
  CALLBACK,
  callAs,
  codeOf,
  connect,
  hiddenField,
  ISSUER,
  newClient,
  openOAuth,
  person,
  redeem,
  refresh,
  startFlow,
} from '../../support/oauth.ts';

t.test('facts §7.11: stored data is bounded, and restarts lose nothing', async (t) => {
  const api = await openOAuth(t);
  const { store } = api.service;
  const visitor = await person(api);
  const used = await connect(api, visitor);
  const mine = await newClient(api);
  const registration = (index: number, network: string) =>
    store.oauth.register(
      {
        id: `app_${network}${index}`,
        name: 'x',
        redirectUris: [CALLBACK],
        registeredBy: network,
        createdAt: api.clock.now(),
        lastUsedAt: null,
      },
      2_000,
    );
  for (let index = 0; index < volume(2_500, 10_000); index += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, offset) => registration(index + offset, 'flood')));
  }
  const unused = await store.oauth.countUnusedClients();
  t.ok(unused <= 2_000 && unused > 1_900, `${unused} are kept`);
  t.ok(await store.oauth.findClient(mine), 'whoever floods takes nobody else’s place');
  t.ok(await store.oauth.findClient(used.clientId), 'a client in use stays');

  const all = await Promise.all(
    Array.from({ length: volume(100, 1_000) }, () => refresh(api, used.clientId, used.refresh)),
  );
  t.strictSame([...new Set(all.map(({ status }) => status))], [200]);
  t.equal(new Set(all.map(({ json }) => json.refresh_token)).size, 1, 'one session, and nobody lost it');
  t.equal((await refresh(api, used.clientId, all[0]?.json.refresh_token)).status, 200);
  let token = (await refresh(api, used.clientId, all[0]?.json.refresh_token)).json.refresh_token as string;
  for (let round = 0; round < volume(30, 300); round += 1) {
    token = (await refresh(api, used.clientId, token)).json.refresh_token as string;
  }
  t.equal((await refresh(api, used.clientId, token)).status, 200);

  api.clock.advance(DAY_MS + 1);
  await api.service.purge();
  t.equal(await store.oauth.countUnusedClients(), 0, 'unused ones go after a day');
  t.ok(await store.oauth.findClient(used.clientId));
  api.clock.advance(91 * DAY_MS);
  await api.service.purge();
  t.equal(await store.oauth.findClient(used.clientId), undefined, 'others after ninety days');
});

t.test('facts §7.11: a restart at any step loses no log-in', async (t) => {
  const api = await openOAuth(t, { onDisk: true });
  const visitor = await person(api);
  const owner = await api.service.accounts.findHolder('owner@example.com');
  /** The parts of another process, or of this one after a restart: on the same file, with nothing in memory. */
  const restart = async () => {
    const store = await openStore(api.at);
    t.teardown(() => store.close());
    const { clock } = api;
    const authenticator = new Authenticator(store, api.service.accounts, clock, `${ISSUER}/mcp`);
    const tokens = new TokenEndpoint({ store, clock, issuer: ISSUER, report: () => {}, isClient: async () => true });
    return { store, tokens, authenticator, consent: new Consent({ store, clock, issuer: ISSUER }) };
  };
  const flow = startFlow(await newClient(api));
  const id = hiddenField(await visitor.get(flow.url), 'request');
  const [session] = await api.service.store.sessions.list(owner?.id as string, api.clock.now());
  const second = await restart();
  const asked = (await second.consent.find(id, session?.hash as string)) as ConsentRequest;
  t.match(asked, { client: { name: 'Assistant' }, request: { redirectUri: CALLBACK } });
  const to = await second.consent.allow(id, session?.hash as string, owner?.id as string, asked, {});
  const third = await restart();
  const first = await third.tokens.exchange(
    new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: flow.clientId,
      code: new URL(to).searchParams.get('code') ?? '',
      code_verifier: flow.verifier,
    }),
  );
  t.equal((await callAs(api, first.access_token)).status, 200);
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: flow.clientId,
    refresh_token: first.refresh_token,
  });
  const here = await third.tokens.exchange(form);
  const there = await (await restart()).tokens.exchange(form);
  t.not(there.refresh_token, here.refresh_token, 'another process knows of no answer that was given');
  const { authenticator, tokens } = await restart();
  for (const answered of [here, there]) {
    t.equal((await authenticator.authenticate(answered.access_token)).account.id, owner?.id, 'both work');
    form.set('refresh_token', answered.refresh_token);
    t.ok((await tokens.exchange(form)).access_token, 'and go on');
  }
});

/** All files of a database on disk. */
/** All stored data: SQLite's file with its log, or each row of the PostgreSQL database. */
async function keptOf({ file, url }: Api['at']): Promise<string> {
  if (url !== undefined) {
    const all = `SELECT query_to_xml('SELECT * FROM ' || quote_ident(table_name), true, false, '')::text AS text
      FROM information_schema.tables WHERE table_schema = current_schema()`;
    return (await rowsOf<{ text: string }>({ file, url }, all)).map(({ text }) => text).join('');
  }
  return ['', '-wal', '-shm']
    .map((part) => file + part)
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path).toString('latin1'))
    .join('');
}

t.test('facts §7.5: no plain code, token or verifier on disk, in logs or in errors', async (t: Test) => {
  const api = await openOAuth(t, { onDisk: true });
  const visitor = await person(api);
  const flow = startFlow(await newClient(api));
  const page = await visitor.get(flow.url);
  const requestId = hiddenField(page, 'request');
  const code = await codeOf(visitor, flow);
  const made = await redeem(api, flow, code);
  const { access_token: access, refresh_token: first } = made.json;
  const next = await refresh(api, flow.clientId, first);
  const errors = [
    await redeem(api, startFlow(flow.clientId), code),
    await refresh(api, flow.clientId, createSecret('jdm_rt_')),
    await callAs(api, createSecret('jdm_at_')),
    await visitor.get(`/authorize?client_id=${code}&redirect_uri=${access}`),
  ];
  await api.service.store.probe();
  const secrets = [flow.verifier, code, requestId, access, first, next.json.access_token, next.json.refresh_token];
  const disk = await keptOf(api.at);
  const logs = JSON.stringify(api.logs);
  t.ok(disk.includes(flow.clientId), 'what is looked at is the database');
  for (const secret of secrets) {
    t.notOk(disk.includes(secret), 'on disk');
    t.notOk(logs.includes(secret), 'in logs');
    t.notOk(
      errors.some(({ text }) => text.includes(secret) && !text.includes('/authorize?')),
      'in errors',
    );
  }
});
