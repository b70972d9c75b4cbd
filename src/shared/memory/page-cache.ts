import { randomInt } from 'node:crypto';
import { MIB } from '../../lib/byte-units.ts';
import { MINUTE_MS } from '../../lib/clock.ts';
import type { PageCache, SharedPage } from '../types.ts';

const PAGES = 200;
const CHARACTERS = 24 * MIB;
/** A page dated further ahead than this was fetched before the clock was set back, so its age is unknown. */
const AHEAD_MS = MINUTE_MS;
const VERSIONS = 2 ** 48 - 1;

export interface StoredPage extends SharedPage {
  expiresAt: number;
}

export function newVersion(): number {
  return randomInt(VERSIONS);
}

export function isCurrent({ expiresAt, fetchedAt }: Omit<StoredPage, 'value'>, now: number): boolean {
  return expiresAt > now && fetchedAt <= now + AHEAD_MS;
}

export class MemoryPageCache implements PageCache {
  readonly #pages = new Map<string, StoredPage>();
  #characters = 0;

  peek(key: string): StoredPage | undefined {
    return this.#pages.get(key);
  }

  set(key: string, page: StoredPage): void {
    this.forget(key);
    this.#pages.set(key, page);
    this.#characters += page.value.length;
    while (this.#pages.size > PAGES || (this.#characters > CHARACTERS && this.#pages.size > 1))
      this.forget(this.#pages.keys().next().value as string);
  }

  forget(key: string): void {
    this.#characters -= this.#pages.get(key)?.value.length ?? 0;
    this.#pages.delete(key);
  }

  async get(key: string, now: number): Promise<SharedPage | undefined> {
    const page = this.#pages.get(key);
    if (!page || !isCurrent(page, now)) return undefined;
    const { version, fetchedAt, value } = page;
    return { version, fetchedAt, value };
  }

  async put(key: string, value: string, now: number, expiresAt: number): Promise<void> {
    this.set(key, { version: newVersion(), fetchedAt: now, value, expiresAt });
  }

  async purge(now: number, maximumBytes: number): Promise<number> {
    const before = this.#pages.size;
    for (const [key, page] of this.#pages) if (page.expiresAt <= now) this.forget(key);
    for (const key of this.#pages.keys()) if (this.#characters > maximumBytes) this.forget(key);
    return before - this.#pages.size;
  }
}
