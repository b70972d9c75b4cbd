import cookie from '@fastify/cookie';
import csrfProtection from '@fastify/csrf-protection';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { KIB } from '../lib/byte-units.ts';
import { registerAssets } from './assets/index.ts';
import { CSRF_COOKIE, readCookie } from './cookies.ts';
import { returnPath } from './form-route.ts';
import { html } from './html.ts';
import type { DashboardServices } from './services.ts';
import { checkInputBySchema } from './input.ts';
import { sendNarrow, sendTooMany } from './layout.ts';
import { sendNotFound } from './not-found.ts';
import { createLimits } from './limits.ts';
import { loadPages } from './pages.ts';
import type { DashboardApp } from './scope.ts';
import { applyChoices, createPageContext, visitorKey, type PageContext } from './page-context.ts';

/** The longest field is a list of thousands of hashes in the playground. */
const FORM_LIMIT_BYTES = 512 * KIB;

/**
 * The pages (SPEC §9) are rendered on the server and usable without JavaScript. The plugin is encapsulated, so that its
 * cookies, headers and body parser do not apply to the API.
 */
export function createDashboard(services: DashboardServices): FastifyPluginAsync {
  return async (plain) => {
    const limits = createLimits(services.windows);
    const pages = await loadPages();
    const app: DashboardApp = plain.withTypeProvider();
    app.removeAllContentTypeParsers();
    await app.register(formbody, { bodyLimit: FORM_LIMIT_BYTES });
    await app.register(cookie);
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'self'"],
          scriptSrc: ["'self'"],
          imgSrc: ["'self'"],
          connectSrc: ["'self'"],
          // The playground shows documents of this service in a frame.
          frameSrc: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
        },
      },
      // On a site without https, this header would lock users out, so it is sent only if PUBLIC_URL is https.
      strictTransportSecurity: services.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
      // Other sites must not learn the addresses of pages, which can contain the tokens of links.
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    });
    await app.register(csrfProtection, {
      cookieKey: CSRF_COOKIE,
      cookieOpts: { path: '/', httpOnly: true, sameSite: 'lax' },
      // Tokens are bound to the session, so that a token of another session or a planted cookie is refused.
      csrfOpts: { userInfo: true, hmacKey: await services.store.secret('csrf') },
      getUserInfo: visitorKey,
      getToken: (request) => {
        const token = (request.body as { _csrf?: unknown } | null)?._csrf;
        return typeof token === 'string' ? token : '';
      },
      logLevel: 'debug',
    });
    app.decorateRequest('pageContext', null as unknown as PageContext);
    app.addHook('onRequest', async (request, reply) => {
      request.pageContext = createPageContext(reply, services, pages);
      request.pageContext.session = await services.sessions.find(readCookie(request, 'session'));
      if (request.method === 'GET') applyChoices(reply);
    });
    checkInputBySchema(app);
    // This hook runs before validation, so that a form from another site gets the CSRF error instead of a schema error.
    app.addHook('preValidation', (request, reply, done) => {
      request.body ??= {};
      if (request.method === 'GET' || request.method === 'HEAD') return done();
      if (request.routeOptions.config.isSecretLink) return done();
      // Another host of the same domain could plant a CSRF cookie with a matching token, but no page can forge this
      // header.
      const site = request.headers['sec-fetch-site'];
      if (site === 'cross-site' || site === 'same-site') return done(foreignForm());
      app.csrfProtection(request, reply, done);
    });
    /** Paths of pages that require a log-in. */
    const ownPages = new Set<string>();
    app.setErrorHandler((error, request, reply) => {
      // The error may have occurred before the page context was created.
      request.pageContext ??= createPageContext(reply, services, pages);
      return answerError(error, reply, ownPages);
    });
    app.addHook('preHandler', async (request, reply) => {
      const { limit } = request.routeOptions.config;
      const wait = limit && (await limits[limit](request, request.pageContext.session?.account.id));
      return wait === undefined ? undefined : sendTooMany(reply, wait);
    });
    registerAssets(app, [pages.style, ...pages.folders.flatMap((page) => page.assets ?? [])]);
    app.get('/*', (_request, reply) => sendNotFound(reply));

    let own = app;
    await app.register(async (scope) => {
      scope.addHook('onRoute', ({ method, url }) => {
        if (method === 'GET') ownPages.add(url);
      });
      scope.addHook('preValidation', async (request, reply) => {
        if (request.pageContext.session) return;
        await reply.header('cache-control', 'no-store').redirect(logInPath(request), 303);
      });
      own = scope;
    });
    for (const page of pages.folders) page.register({ open: app, own, services, limits });
  };
}

function logInPath(request: FastifyRequest): string {
  return `/login?note=first&next=${encodeURIComponent(returnPath(request))}`;
}

function foreignForm(): Error {
  return Object.assign(new Error('The form is on another site.'), { code: 'FST_CSRF_FOREIGN', statusCode: 403 });
}

function answerError(error: unknown, reply: FastifyReply, ownPages: ReadonlySet<string>): FastifyReply {
  const { request } = reply;
  const { errors } = request.pageContext.texts;
  const { statusCode = 500, code = '' } = error as { statusCode?: number; code?: string };
  const show = (status: number, title: string, text: string): FastifyReply =>
    sendNarrow(reply, { title, status, body: html`<p role="alert">${text}</p>` });
  if (error instanceof ServiceError && error.reason === 'rate_limited') {
    const seconds = error.details.retry_after_seconds ?? 1;
    reply.header('retry-after', String(seconds));
    return show(429, errors.busyTitle, errors.busy(seconds));
  }
  if (code === 'FST_CSRF_FOREIGN') return show(403, errors.forbiddenTitle, errors.forbidden);
  if (code.startsWith('FST_CSRF')) {
    const { session } = request.pageContext;
    const page = returnPath(request);
    // The session ended while the page with the form was open.
    const isLoggedOut = !session && ownPages.has(page.split('?', 1)[0] ?? '');
    const hasNoCookies = Object.keys(request.cookies ?? {}).length === 0;
    return sendNarrow(reply, {
      title: isLoggedOut ? errors.loggedOutTitle : errors.forbiddenTitle,
      status: 403,
      path: page,
      body: html`<p role="alert">
          ${isLoggedOut ? errors.loggedOut : errors.outOfDate}${hasNoCookies && ` ${errors.noCookies}`}
        </p>
        <a class="button primary" href="${isLoggedOut ? logInPath(request) : page}"
          >${isLoggedOut ? errors.logInAgain : errors.openAgain}</a
        >`,
    });
  }
  if (statusCode >= 400 && statusCode < 500) return show(statusCode, errors.failedTitle, errors.badRequest);
  request.log.error({ err: error, requestId: request.id }, 'page failed');
  return show(500, errors.failedTitle, errors.failed(request.id));
}
