import { chmodSync, mkdtempSync } from 'node:fs';
import { lstat, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that was not touched for this long counts as left behind by a process that has ended. */
const LEFT_BEHIND_MS = 600_000;
/** Deleting is retried, because the folder can be in use for a moment after its process has ended. */
const RETRIES = { maxRetries: 5, retryDelay: 100 };

export class ProcessFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static make(prefix: string): ProcessFolder | undefined {
    try {
      const path = mkdtempSync(join(tmpdir(), prefix));
      // If the service runs as root, its child processes may run as another user. This user needs the same access as to
      // the system's temporary folder.
      if (process.getuid?.() === 0) chmodSync(path, 0o1777);
      return new ProcessFolder(path);
    } catch {
      return undefined;
    }
  }

  /** Marks the folder as in use. Must be called more often than every ten minutes; never rejects. */
  async touch(): Promise<void> {
    const now = new Date();
    await utimes(this.path, now, now).catch(() => undefined);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, ...RETRIES }).catch(() => undefined);
  }
}

/**
 * Removes folders that processes of this user left behind when they were killed. Removes none on Windows, which has no
 * user IDs. Never rejects.
 */
export async function removeLeftFolders(prefix: string): Promise<void> {
  const parent = tmpdir();
  const names = await readdir(parent).catch((): string[] => []);
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(parent, name);
    const found = await lstat(path).catch(() => undefined);
    // Any user can create a folder or link of that name in the temporary folder.
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (Date.now() - found.mtimeMs < LEFT_BEHIND_MS) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
