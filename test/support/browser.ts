import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Test } from 'tap';

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = PLACES.find((path) => existsSync(path));

/** Options of a test that needs a browser. */
export const inBrowser: { skip?: string } = executablePath === undefined ? { skip: 'no Chromium on this machine' } : {};

/** A browser that reaches this machine alone; closed with the test. */
export async function openBrowser(t: Test): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: executablePath as string,
    // The sandbox cannot start as root; these pages are our own.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
  t.teardown(() => browser.close());
  return browser;
}

/** A folder for pictures of every page, for people to look at. */
export const pictures = process.env['SCREENSHOTS'];

export async function takePicture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}
