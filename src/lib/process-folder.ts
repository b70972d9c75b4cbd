import { chmodSync, mkdtempSync } from 'node:fs';
import { lstat, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that was not touched for this long belongs to a process that has ended. */
const LEFT_BEHIND_MS = 600_000;
/** Deleting is retried, because the folder can be in use for a moment after its process has ended. */
const RETRIES = { maxRetries: 5, retryDelay: 100 };

/** The temporary folder of one process and its children, which is deleted after the process has ended. */
export class ProcessFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Undefined if the folder cannot be created. `prefix` is the beginning of its name. */
  static make(prefix: string): ProcessFolder | undefined {
    try {
      const path = mkdtempSync(join(tmpdir(), prefix));
      // If the service runs as root, the process may run as another user, who needs the same access as to the system's
      // temporary folder.
      if (process.getuid?.() === 0) chmodSync(path, 0o1777);
      return new ProcessFolder(path);
    } catch {
      return undefined;
    }
  }

  /** Marks the folder as in use; must be called more often than every ten minutes. Never rejects. */
  async touch(): Promise<void> {
    const now = new Date();
    await utimes(this.path, now, now).catch(() => undefined);
  }

  /** Never rejects. */
  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, ...RETRIES }).catch(() => undefined);
  }
}

/** Removes folders that killed processes of this user left behind. Never rejects. */
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
