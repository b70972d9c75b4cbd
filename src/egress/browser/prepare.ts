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

export async function preparePage(
  context: BrowserContext,
  session: CDPSession,
  order: RenderJob,
  watch: RenderWatch,
): Promise<void> {
  const identity = identityOf(context.browser()?.version() ?? '');
  await Promise.all([
    session.send('Network.enable'),
    // Images, fonts and media are blocked by file name. This catches nearly all of them without a message for each
    // request.
    session.send('Network.setBlockedURLs', { urls: NOT_LOADED }).catch(() => undefined),
    // The context's own options would send only one language and no client hints. The weights of the languages are
    // removed, because the browser adds its own.
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
 * Pauses each navigation of the page or its frames until `watch` allows it. A refused page is abandoned; a refused
 * frame stays empty.
 */
async function askFirst(session: CDPSession, watch: RenderWatch): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
    void (async () => {
      if (frameId === frameTree.frame.id) {
        if (!(await watch.mayLoad(request.url))) return;
      } else if (!(await watch.mayLoadFrame(request.url))) {
        // After an empty answer, the frame keeps its URL. After a failure, it would not.
        const refusal = { requestId, responseCode: 403, responseHeaders: [], body: '' };
        return void (await session.send('Fetch.fulfillRequest', refusal).catch(() => undefined));
      }
      await session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
    })();
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
}
