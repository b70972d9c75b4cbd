import type { FastifyInstance } from 'fastify';
import { ParsedPage } from './page.ts';

export interface VisitorAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  readonly page: ParsedPage;
  readonly shown: string;
}

/** A browser without JavaScript. It keeps cookies and fills forms, but follows no redirect by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #headers: Record<string, string>;
  readonly #remoteAddress: string;

  constructor(app: FastifyInstance, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
    this.#app = app;
    this.#headers = headers;
    this.#remoteAddress = remoteAddress;
  }

  async request(method: 'GET' | 'POST', url: string, form?: Record<string, string | string[]>): Promise<VisitorAnswer> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(form ?? {})) {
      for (const item of Array.isArray(value) ? value : [value]) body.append(name, item);
    }
    const response = await this.#app.inject({
      method,
      url,
      remoteAddress: this.#remoteAddress,
      headers: {
        ...this.#headers,
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(method === 'POST' ? { payload: body.toString() } : {}),
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() <= 0)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const answer = {
      status: response.statusCode,
      headers: response.headers as VisitorAnswer['headers'],
      text: response.payload,
    };
    let parsed: ParsedPage | undefined;
    const page = (): ParsedPage => (parsed ??= new ParsedPage(answer));
    return {
      ...answer,
      get page() {
        return page();
      },
      get shown() {
        return page().shown;
      },
    };
  }

  get(url: string): Promise<VisitorAnswer> {
    return this.request('GET', url);
  }

  /** Posts a form with the token of its page. */
  async submit(page: string, action: string, form: Record<string, string | string[]> = {}): Promise<VisitorAnswer> {
    return this.request('POST', action, { ...form, _csrf: await this.token(page) });
  }

  async token(page: string): Promise<string> {
    return (await this.get(page)).page.values('_csrf')[0] ?? '';
  }

  /** The visitor is logged in afterwards. */
  async register(email: string, password = 'correct horse battery'): Promise<VisitorAnswer> {
    return this.submit('/signup', '/signup', { email, password });
  }

  async logIn(email: string, password = 'correct horse battery'): Promise<VisitorAnswer> {
    return this.submit('/login', '/login', { email, password });
  }

  async generateKey(name = 'laptop', more: Record<string, string | string[]> = {}): Promise<string> {
    return keyOn(await this.submit('/keys', '/keys', { name, tools: ALL_TOOLS, ...more }));
  }
}

export const ALL_TOOLS = ['ping', 'scrape_jobs', 'get_reputation', 'scrape_url'];

export function keyOn({ shown }: Pick<VisitorAnswer, 'shown'>): string {
  return /jdm_live_[0-9A-Za-z]{38}/.exec(shown)?.[0] ?? '';
}
