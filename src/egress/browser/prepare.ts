import type { BrowserContext, CDPSession } from 'playwright-core';
import { identityOf } from '../identity.ts';
import type { RenderJob, RenderWatch } from './render-job.ts';

const NOT_LOADED = [
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'avif',
  'ico',
  'bmp',
  'woff',
  'woff2',
  'ttf',
  'otf',
  'eot',
  'mp4',
  'webm',
  'mp3',
  'm4a',
  'ogg',
  'wav',
  'm3u8',
].map((ending) => `*.${ending}`);

/** Prepares a page before it is opened: its identity, what it may load, and its headers. */
export async function preparePage(
  context: BrowserContext,
  session: CDPSession,
  order: RenderJob,
  watch: RenderWatch,
): Promise<void> {
  const identity = identityOf(context.browser()?.version() ?? '');
  await Promise.all([
    session.send('Network.enable'),
    // Images, fonts and media by their endings: names tell nearly all, and cost no round trip each.
    session.send('Network.setBlockedURLs', { urls: NOT_LOADED }).catch(() => undefined),
    // The context's locale alone would say one language without its weights, and its user agent no brands.
    session.send('Emulation.setUserAgentOverride', {
      userAgent: identity.userAgent,
      ...(order.acceptLanguage === undefined ? {} : { acceptLanguage: order.acceptLanguage.replace(/;q=[\d.]+/g, '') }),
      userAgentMetadata: {
        brands: [...identity.brands],
        platform: identity.platform,
        platformVersion: '',
        architecture: 'x86',
        bitness: '64',
        model: '',
        mobile: false,
      },
    }),
    order.asksFirst ? askFirst(session, watch) : undefined,
  ]);
}

/**
 * Holds each document that the page or one of its frames goes to until there is
 * leave for it. Without leave the visit ends, or the frame stays empty.
 */
async function askFirst(session: CDPSession, watch: RenderWatch): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
    void (async () => {
      if (frameId === frameTree.frame.id) {
        // A refusal ends the visit: its request needs no answer.
        if (!(await watch.mayLoad(request.url))) return;
      } else if (!(await watch.mayLoadFrame(request.url))) {
        // An answer, so that the frame keeps its address.
        const refusal = { requestId, responseCode: 403, responseHeaders: [], body: '' };
        return void (await session.send('Fetch.fulfillRequest', refusal).catch(() => undefined));
      }
      await session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
    })();
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
}
