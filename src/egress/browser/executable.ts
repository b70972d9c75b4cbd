import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** These browsers support the Chrome DevTools Protocol. The lightest comes first. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'msedge',
];

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', '/opt/microsoft/msedge'];

const ELSEWHERE = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const ADVICE =
  'Install one, e.g. "apt-get install chromium-headless-shell" on Debian, or set CHROMIUM_PATH or BROWSER_WS_ENDPOINT.';

export interface FoundBrowser {
  path?: string;
  missing?: string;
}

/** `configured` is CHROMIUM_PATH. If it is null, the usual places are searched. */
export async function findBrowser(configured: string | null): Promise<FoundBrowser> {
  if (configured !== null) {
    return (await isExecutable(configured))
      ? { path: configured }
      : { missing: `CHROMIUM_PATH names ${configured}, which is no program that can be run.` };
  }
  for (const path of [...NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name))), ...ELSEWHERE]) {
    if (await isExecutable(path)) return { path };
  }
  return { missing: `No browser was found on this machine. ${ADVICE}` };
}

export async function isExecutable(path: string): Promise<boolean> {
  return Promise.all([stat(path), access(path, constants.X_OK)]).then(
    ([found]) => found.isFile(),
    () => false,
  );
}
