import type { Test } from 'tap';
import { nhsFeed, openApi, type Api } from './api.ts';
import type { FakeAnswer } from './fake-internet.ts';
import { Visitor } from './visitor.ts';

export const NHS = 'https://www.jobs.nhs.uk/';
export const RUN = 'ab'.repeat(16);
export const NURSES = [
  ['tool', 'scrape_jobs'],
  ['mode', 'live'],
  ['run', RUN],
  ['arg-query', 'nurse'],
  ['arg-platforms', 'nhs_jobs'],
] as const;

export interface Open {
  api: Api;
  base: string;
  visitor: Visitor;
  cookie: string;
  /** The form contains the token of the visitor's page. */
  body(fields?: readonly (readonly [string, string])[]): Promise<URLSearchParams>;
  post(path: string, body: URLSearchParams, signal?: AbortSignal): Promise<Response>;
}

export async function open(t: Test, options: Parameters<typeof openApi>[1] = {}): Promise<Open> {
  const api = await openApi(t, options);
  const base = await api.service.app.listen({ host: '127.0.0.1', port: 0 });
  const visitor = new Visitor(api.service.app);
  await visitor.register('play@example.com');
  await visitor.token('/playground');
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    api,
    base,
    visitor,
    cookie,
    body: async (fields = NURSES) =>
      new URLSearchParams([
        ...fields.map(([name, value]): [string, string] => [name, value]),
        ['_csrf', await visitor.token('/playground')],
      ]),
    post: (path, body, signal) =>
      fetch(base + path, {
        method: 'POST',
        headers: { cookie },
        body,
        redirect: 'manual',
        ...(signal ? { signal } : {}),
      }),
  };
}

export async function* messagesOf(response: Response): AsyncGenerator<any> {
  let rest = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + part).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data) yield JSON.parse(data);
    }
  }
}

/** The site answers only after `answer` is called. */
export function hold(api: Api): { asked: Promise<void>; answer(): void } {
  let asked = (): void => {};
  let answer = (): void => {};
  const held = { asked: new Promise<void>((resolve) => (asked = resolve)), answer: () => answer() };
  api.internet.on(
    NHS,
    () =>
      new Promise<FakeAnswer>((resolve) => {
        answer = () => resolve({ body: nhsFeed(2) });
        asked();
      }),
  );
  return held;
}

/** Resolves with the log line of the next search. */
export function logged(api: Api): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    const push = api.logs.push.bind(api.logs);
    api.logs.push = (...lines) => {
      for (const line of lines) if (line['tool'] === 'scrape_jobs') resolve(line);
      return push(...lines);
    };
  });
}

export async function balance({ api }: Open): Promise<number> {
  return (await api.service.accounts.require('play@example.com')).balance;
}

export async function outcomes({ api }: Open): Promise<unknown[]> {
  const { id } = await api.service.accounts.require('play@example.com');
  return (await api.service.store.usage.calls({ accountId: id }, 10, { offset: 0 })).map(({ outcome, amount }) => [
    outcome,
    amount,
  ]);
}
