import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Frame, type Page } from 'playwright-core';
import type { Test } from 'tap';

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = PLACES.find((path) => existsSync(path));

export const inBrowser: { skip?: string } = executablePath === undefined ? { skip: 'no Chromium on this machine' } : {};

export type Contexts = Pick<Browser, 'newContext'>;

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath as string,
    // The sandbox cannot start as root, and the tests open only our own pages.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

/** All test files of this process share one browser, which ends after the last file. */
let shared: Promise<Browser> | undefined;

/** The browser reaches only this machine. Contexts that a test opens are closed with the test. */
export async function openBrowser(t: Test): Promise<Contexts> {
  // If a file runs alone in its process, nothing tells which file is the last one.
  const isShared = process.env['TEST_FILE_TIMEOUT_MS'] !== undefined && process.connected;
  if (isShared && shared === undefined) {
    shared = launch();
    process.once('disconnect', () => void shared?.then((browser) => browser.close()));
    // A test of browsers that end may have ended this one.
    void shared.then((browser) => browser.on('disconnected', () => (shared = undefined)));
  }
  const browser = await (isShared ? shared : launch());
  if (browser === undefined) throw new Error('no browser');
  const contexts: BrowserContext[] = [];
  t.teardown(() => (isShared ? Promise.all(contexts.map((context) => context.close())) : browser.close()));
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context;
    },
  };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RUN_AXE = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 150)).join(' | ')))`;

/** Checks a page against WCAG 2.2 AA and axe's best practices. */
export async function violationsOn(page: Page | Frame): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  return page.evaluate(RUN_AXE);
}

/** If the variable names a folder, pictures of every page are stored there for people to look at. */
export const pictures = process.env['SCREENSHOTS'];

export async function takePicture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}
