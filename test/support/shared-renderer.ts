import type { Test } from 'tap';
import { findBrowser } from '../../src/egress/browser/executable.ts';
import type { BrowserEgress } from '../../src/egress/create-egress.ts';
import { createRenderer } from '../../src/egress/create-renderer.ts';
import type { Renderer } from '../../src/egress/renderer.ts';

interface Shared {
  renderer: Renderer;
  /** Through which its pages are loaded, now. */
  door: BrowserEgress;
}

/** By executable: those of this process, whose test files follow each other. */
const open = new Map<string | null, Shared>();

/**
 * The renderer whose browser all tests of this process share, since the start of a browser costs more than a page. From
 * now on its pages come through `egress`. A test of the browser's own start or end creates a renderer itself.
 */
export async function openSharedRenderer(t: Test, egress: BrowserEgress, executable?: string): Promise<Renderer> {
  const chromiumPath = executable ?? (await findBrowser(process.env['CHROMIUM_PATH'] ?? null)).path ?? null;
  const known = open.get(chromiumPath);
  if (known) {
    known.door = egress;
    return known.renderer;
  }
  const settings = { chromiumPath, browserWsEndpoint: null, egressCaFile: null };
  const shared = { door: egress } as Shared;
  const current = new Proxy({} as BrowserEgress, {
    get: (_, name) => {
      const value: unknown = Reflect.get(shared.door, name, shared.door);
      return typeof value === 'function' ? value.bind(shared.door) : value;
    },
  });
  shared.renderer = createRenderer({ egress: current, settings });
  open.set(chromiumPath, shared);
  const close = async (): Promise<void> => {
    open.delete(chromiumPath);
    await shared.renderer.close();
  };
  // Where a file has its process to itself, nothing says which is the last test.
  if (process.env['TEST_FILE_TIMEOUT_MS'] !== undefined && process.connected)
    process.once('disconnect', () => void close());
  else t.teardown(close);
  return shared.renderer;
}
