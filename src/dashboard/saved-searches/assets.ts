import { createAsset } from '../assets/asset.ts';
import { SITES_SCRIPT_FILE } from '../assets/index.ts';

export const SAVED_SEARCH_SCRIPT = createAsset('saved-search', 'js', [
  SITES_SCRIPT_FILE,
  new URL('browser.js', import.meta.url),
]);
