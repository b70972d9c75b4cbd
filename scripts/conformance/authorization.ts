// Runs the suite's authorization scenarios against a service with OAuth on. The suite prints an address for a person to
// open. Instead of the person, a minimal browser logs in, allows the app and follows the redirect.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createService } from '../../src/app/service.ts';
import { readConfig } from '../../src/config/config.ts';

const PERSON = { email: 'conformance@example.com', password: 'correct horse battery' };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

class Browser {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();

  constructor(base: string) {
    this.#base = base;
  }

  async ask(path: string, form?: Record<string, string | string[]>): Promise<{ location: string; text: string }> {
    const body = new URLSearchParams();
    for (const [name, values] of Object.entries(form ?? {})) {
      for (const value of [values].flat()) body.append(name, value);
    }
    const answer = await fetch(new URL(path, this.#base), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return { location: answer.headers.get('location') ?? '', text: await answer.text() };
  }

  async submit(page: string, action: string, form: Record<string, string | string[]>) {
    const { text } = await this.ask(page);
    const hidden = [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as const,
    );
    const known = ['_csrf', 'request'];
    return this.ask(action, { ...Object.fromEntries(hidden.filter(([name]) => known.includes(name))), ...form });
  }
}

export async function runAuthorization(
  suite: { node: string; script: string },
  dataDir: string,
  revision: string,
): Promise<number> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const service = await createService(
    readConfig({ DATA_DIR: dataDir, PUBLIC_URL: base, OAUTH: 'on', LOG_LEVEL: 'warn' }),
  );
  try {
    await service.app.listen({ host: '127.0.0.1', port });
    const browser = new Browser(base);
    await browser.submit('/signup', '/signup', PERSON);
    const registered = await fetch(`${base}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Conformance', redirect_uris: ['http://127.0.0.1/callback'] }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    const callbackPort = await freePort();
    // The suite requires a client secret, which the service ignores.
    const words = ['--url', base, '--client-id', clientId, '--client-secret', 'none', '--resource', `${base}/mcp`];
    const child = spawn(
      suite.node,
      [suite.script, 'authorization', ...words, '-p', String(callbackPort), '--spec-version', revision],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    let opened = false;
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      output += chunk.toString();
      const url = /(http:\/\/\S+\/authorize\?\S+)\s/.exec(output)?.[1];
      if (url === undefined || opened) return;
      opened = true;
      allow(browser, new URL(url)).catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        child.kill();
      });
    });
    return await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  } finally {
    await service.close();
  }
}

async function allow(browser: Browser, url: URL): Promise<void> {
  const { text } = await browser.submit(url.pathname + url.search, '/authorize', {
    decision: 'allow',
    cap: '5',
    tools: ['ping'],
  });
  const to = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  if (to === undefined) throw new Error(`The consent page led nowhere: ${text.slice(0, 2_000)}`);
  await (await fetch(to)).text();
}
