import type { Test } from 'tap';
import { readPage } from '../../src/pages/page-task.ts';
import { PLATFORMS } from '../../src/sources/platforms/index.ts';
import { openApi, type Answer, type Api, type ApiOptions } from './api.ts';

const defaultsOf = (wanted: string): string[] =>
  PLATFORMS.filter(({ byDefault, country }) => byDefault && country === wanted).map(({ code }) => code);

export const GB = defaultsOf('GB');
export const FR = defaultsOf('FR');

export interface TestApi extends Api {
  testKey: string;
  test(name: string, args?: unknown, meta?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** Delays of answers in milliseconds. The fake `sleep` records them but does not wait. */
  slept: number[];
}

/** Pages are read in this thread, and nothing waits. */
export async function openTestApi(t: Test, options: ApiOptions = {}): Promise<TestApi> {
  const slept: number[] = [];
  const api = await openApi(t, {
    ...options,
    overrides: {
      pageReader: { read: async (input) => readPage(input), close: async () => {} },
      sleep: async (ms) => void slept.push(ms),
      ...options.overrides,
    },
  });
  const { apiKey: testKey } = await api.service.apiKeys.test(api.accountId);
  const authorization = `Bearer ${testKey}`;
  return {
    ...api,
    testKey,
    slept,
    test: (name, args, meta, headers) => api.call(name, args, meta, { authorization, ...headers }),
  };
}
