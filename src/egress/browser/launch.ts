import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserType } from 'playwright-core';
import { within } from '../../lib/within.ts';
import { trustAuthorities } from './authority.ts';
import { findBrowser } from './executable.ts';
import { withFilteredMessages } from './message-filter.ts';
import { whyNoBrowser, type BrowserSettings } from './settings.ts';
import { watchRunaways } from './runaway.ts';
import { EgressError } from '../egress.ts';

export interface LaunchedBrowser {
  browser: Browser;
  end(): Promise<void>;
}

/**
 * On Linux, limits the private memory of each browser process. A page that needs more crashes, but the other pages
 * continue.
 */
const MEMORY_LIMIT_KIB = 800 * 1024;
/**
 * Linux may divide processor time between sessions before it divides each session's share between processes. With this
 * nice value, the browser's session gets a third of the weight of an ordinary session, which leaves enough for the
 * processes that parse pages.
 */
const SESSION_NICE = 5;
/**
 * For systems that do not group processes by session. This is added to the nice value of the process that starts the
 * browser. If both are busy, the browser gets about a tenth of a processor.
 */
const BROWSER_NICE = 10;
/** ID of Debian's user "nobody" and group "nogroup". Chromium's sandbox does not run as root. */
const UNPRIVILEGED_ID = 65_534;
const LAUNCH_TIMEOUT_MS = 15_000;
const END_TIMEOUT_MS = 3_000;

const FLAGS = [
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // UDP does not go through the proxy, so the address guard could not check it.
  '--disable-quic',
  // The headless shell and full browsers have different names for this switch, so both are set.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--enforce-webrtc-ip-permission-check',
  '--blink-settings=imagesEnabled=false',
  '--block-new-web-contents',
  '--mute-audio',
  '--disable-background-networking',
  '--no-pings',
];

/** The library is loaded with the first browser, because it is slow to load. */
async function loadChromium(): Promise<BrowserType> {
  return (await import('playwright-core')).chromium;
}

/** Rejects with an EgressError `no_browser`. */
export async function launchBrowser(settings: BrowserSettings): Promise<LaunchedBrowser> {
  try {
    return settings.browserWsEndpoint === null
      ? await launchLocal(settings)
      : await connectRemote(settings.browserWsEndpoint);
  } catch (error) {
    if (error instanceof EgressError) throw error;
    throw new EgressError('no_browser', 'the browser could not be started', error);
  }
}

async function launchLocal(settings: BrowserSettings): Promise<LaunchedBrowser> {
  const [why, { path }] = [await whyNoBrowser(settings), await findBrowser(settings.chromiumPath)];
  if (why !== undefined || path === undefined) throw new EgressError('no_browser', why ?? 'no browser was found');
  const folder = await mkdtemp(join(tmpdir(), 'jobdata-browser-'));
  const pidFile = join(folder, 'pid');
  try {
    const windows = process.platform === 'win32';
    const wrapper = join(folder, 'browser.sh');
    const home = join(folder, 'home');
    if (!windows) {
      await mkdir(home);
      if (settings.egressCaFile !== null) await trustAuthorities(home, settings.egressCaFile);
      await writeFile(wrapper, wrapperScript(path, pidFile, home));
    }
    const chromium = await loadChromium();
    const browser = await withFilteredMessages(
      () =>
        chromium.launch({
          executablePath: windows ? path : wrapper,
          chromiumSandbox: true,
          headless: true,
          handleSIGINT: false,
          handleSIGTERM: false,
          handleSIGHUP: false,
          timeout: LAUNCH_TIMEOUT_MS,
          args: FLAGS,
        }),
      windows ? undefined : wrapper,
    );
    await watchRunaways(browser).catch(() => undefined);
    return {
      browser,
      end: async () => {
        const ended = await within(
          browser.close().catch(() => undefined),
          END_TIMEOUT_MS,
        );
        if (!ended) await killByFile(pidFile);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await killByFile(pidFile);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * The browser runs untrusted pages, so (except on Windows) it gets only PATH, HOME and these environment variables,
 * which contain no secrets.
 */
const PASSED_ON = ['TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH'];

/**
 * Returns a shell script that starts the browser with its own home folder and no secrets, not as root and, on Linux,
 * with a memory limit. `exec` keeps the process ID that the script has written to `pidFile`.
 */
function wrapperScript(path: string, pidFile: string, home: string): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const root = process.getuid?.() === 0;
  const linux = process.platform === 'linux';
  const passed = PASSED_ON.map((name) => `\${${name}:+"${name}=$${name}"}`).join(' ');
  const clean = `nice -n ${BROWSER_NICE} env -i PATH="$PATH" HOME="$HOME" ${passed}`;
  return [
    '#!/bin/sh',
    `echo $$ > ${quote(pidFile)}`,
    `export HOME=${quote(home)}`,
    ...(linux
      ? [`ulimit -d ${MEMORY_LIMIT_KIB}`, `{ echo ${SESSION_NICE} > /proc/self/autogroup; } 2>/dev/null || true`]
      : []),
    ...(root
      ? [
          // The parent folder is open to its owner only, so it is opened for the unprivileged user.
          `chmod 711 ${quote(dirname(home))}`,
          `chown -R ${UNPRIVILEGED_ID}:${UNPRIVILEGED_ID} ${quote(home)}`,
          'for word in "$@"; do',
          '  case "$word" in --user-data-dir=*)',
          `    chown ${UNPRIVILEGED_ID}:${UNPRIVILEGED_ID} "\${word#--user-data-dir=}" ;;`,
          '  esac',
          'done',
          `exec ${clean} setpriv --reuid=${UNPRIVILEGED_ID} --regid=${UNPRIVILEGED_ID} --clear-groups ${quote(path)} "$@"`,
        ]
      : [`exec ${clean} ${quote(path)} "$@"`]),
    '',
  ].join('\n');
}

async function connectRemote(endpoint: string): Promise<LaunchedBrowser> {
  const browser = await (await loadChromium()).connectOverCDP(endpoint, { timeout: LAUNCH_TIMEOUT_MS });
  return {
    browser,
    end: async () => {
      await within(
        browser.close().catch(() => undefined),
        END_TIMEOUT_MS,
      );
    },
  };
}

async function killByFile(pidFile: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  if (!Number.isSafeInteger(pid) || pid <= 1) return;
  // The whole process group is killed, because some distributions start the browser from a script that remains its
  // parent.
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}
