import type { BrowserContext, CDPSession } from 'playwright-core';
import { identityOf } from '../identity.ts';
import type { RenderJob } from './orders.ts';
import type { SessionHost } from './page.ts';

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

/** What a page is told before it is opened: who it says it is, what it loads, and when it asks. */
export async function preparePage(
  context: BrowserContext,
  session: CDPSession,
  order: RenderJob,
  host: SessionHost,
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
    order.asksFirst ? askFirst(session, host) : undefined,
  ]);
}

/** Holds each document that the page itself goes to until there is leave for it; frames in it are part of it. */
async function askFirst(session: CDPSession, host: SessionHost): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }) => {
    const leave = frameId === frameTree.frame.id ? host.leaveFor(requestId, request.url) : Promise.resolve();
    void leave.then(() => session.send('Fetch.continueRequest', { requestId })).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
}
