import { chmodSync, mkdtempSync } from 'node:fs';
import { lstat, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder not touched for this long belongs to a process that has ended. */
const LEFT_BEHIND_MS = 600_000;
/** A new folder may be needed a little longer than its process runs. */
const RETRIES = { maxRetries: 5, retryDelay: 100 };

/**
 * The temporary folder of one process and its children; deleted with its content after the process has ended in
 * any way.
 */
export class ProcessFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Undefined if the maximum number is reached. `prefix` names its kind. */
  static make(prefix: string): ProcessFolder | undefined {
    try {
      const path = mkdtempSync(join(tmpdir(), prefix));
      // If the service runs as root, the process may run as another user, who needs access as in the system's own
      // temporary folder.
      if (process.getuid?.() === 0) chmodSync(path, 0o1777);
      return new ProcessFolder(path);
    } catch {
      return undefined;
    }
  }

  /** Marks the folder as in use; call it more often than every ten minutes. Never rejects. */
  async touch(): Promise<void> {
    const now = new Date();
    await utimes(this.path, now, now).catch(() => undefined);
  }

  /** Never rejects. */
  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, ...RETRIES }).catch(() => undefined);
  }
}

/** Removes folders of this user that killed processes left behind. Never rejects. */
export async function removeLeftFolders(prefix: string): Promise<void> {
  const parent = tmpdir();
  const names = await readdir(parent).catch((): string[] => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(parent, name);
    const found = await lstat(path).catch(() => undefined);
    // Anybody may create a folder or link with that name there.
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (Date.now() - found.mtimeMs < LEFT_BEHIND_MS) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
