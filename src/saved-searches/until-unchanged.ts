import { SavedSearchChanged } from '../store/saved-search-changed.ts';

const TRIES = 5;

/** Repeats an edit, with up to TRIES attempts in all, if the search changed between reading and storing. */
export async function untilUnchanged<T>(edit: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await edit();
    } catch (error) {
      if (!(error instanceof SavedSearchChanged) || tries === TRIES) throw error;
    }
  }
}
