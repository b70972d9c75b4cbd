import { createAsset } from '../assets/asset.ts';
import { SITES_SCRIPT_FILE } from '../assets/index.ts';

export const PLAYGROUND_SCRIPT = createAsset('playground', 'js', [
  SITES_SCRIPT_FILE,
  new URL('browser.js', import.meta.url),
]);
export const CLIENT_VIEW_SCRIPT = createAsset('client-view', 'js', [
  new URL('client-view/browser.js', import.meta.url),
]);
