import { createAsset } from '../assets/asset.ts';

export const DOCS_ASSETS = [
  createAsset('docs', 'css', [new URL('style.css', import.meta.url)]),
  createAsset('docs', 'js', [new URL('browser.js', import.meta.url)]),
];
