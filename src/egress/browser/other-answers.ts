import type { Response } from 'playwright-core';
import type { RenderedPage } from '../renderer.ts';

/** True for a status whose answers have no body. The browser shows no document for such an answer. */
export function isEmptyAnswer(document: Response): boolean {
  return document.status() === 204 || document.status() === 205;
}

export function toEmptyPage(document: Response): RenderedPage {
  const contentType = document.headers()['content-type'] ?? 'text/html';
  return { status: document.status(), url: document.url(), contentType, html: new Uint8Array(0), exchanges: [] };
}

export function isDataStart(text: string): boolean {
  return /^[[{]/.test(text);
}

export function isJson(body: Buffer): boolean {
  try {
    return typeof JSON.parse(body.toString('utf8')) === 'object';
  } catch {
    return false;
  }
}
