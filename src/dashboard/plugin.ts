import cookie from '@fastify/cookie';
import csrfProtection from '@fastify/csrf-protection';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { registerAssets } from './assets/index.ts';
import { comeBackPath, isOpen } from './come-back.ts';
import { html, type Content } from './html.ts';
import type { DashboardServices } from './services.ts';
import { checkInputBySchema } from './input.ts';
import { sendPage } from './layout.ts';
import { registerNotFoundPage } from './not-found.ts';
import { createLimits } from './limits.ts';
import { registerAccountRoutes } from './routes/account.ts';
import { registerAuthorizeRoutes } from './routes/authorize.ts';
import { registerDocsRoutes } from './routes/docs.ts';
import { registerLanguageRoutes } from './routes/language.ts';
import { registerHomeRoutes } from './routes/home.ts';
import { registerKeyRoutes } from './routes/keys.ts';
import { registerLinkRoutes } from './routes/links.ts';
import { registerLogInRoutes } from './routes/log-in.ts';
import { registerOperatorRoutes } from './routes/operator.ts';
import { registerOverviewRoutes } from './routes/overview.ts';
import { registerPlanRoutes } from './routes/plan.ts';
import { registerPlaygroundRoutes } from './routes/playground.ts';
import { registerSecondFactorRoutes } from './routes/second-factor.ts';
import { registerSignUpRoutes } from './routes/sign-up.ts';
import { registerSourceRoutes } from './routes/sources.ts';
import { registerStatusRoutes } from './routes/status.ts';
import { registerUsageRoutes } from './routes/usage.ts';
import type { DashboardScope } from './scope.ts';
import { createVisit, CSRF_COOKIE, isSecure, sessionCookieName, visitorId, type Visit } from './visit.ts';

/** Forms are small; the longest field is a list of hashes in the playground. */
const FORM_LIMIT_BYTES = 512 * 1024;

/**
 * The pages for people (SPEC §9): rendered here, working without JavaScript.
 * A scope of its own: its cookies, headers and body parser do not reach the
 * API, and programs get the API's small 404 for an unknown path.
 */
export function createDashboard(services: DashboardServices): FastifyPluginAsync {
  return async (app) => {
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
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
        },
      },
      // Only where https is known to work: elsewhere it would lock people out.
      strictTransportSecurity: services.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
      // Same-origin posts must say where they come from; other sites learn nothing.
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    });
    await app.register(csrfProtection, {
      cookieKey: CSRF_COOKIE,
      cookieOpts: { path: '/', httpOnly: true, sameSite: 'lax' },
      // Bound to the session, so that no other session's token and no planted cookie fits.
      csrfOpts: { userInfo: true, hmacKey: await services.store.secret('csrf') },
      getUserInfo: visitorId,
      getToken: (request) => {
        const token = (request.body as { _csrf?: unknown } | null)?._csrf;
        return typeof token === 'string' ? token : '';
      },
      logLevel: 'debug',
    });
    app.decorateRequest('visit', null as unknown as Visit);
    app.addHook('onRequest', async (request) => {
      const token = request.cookies[sessionCookieName(isSecure(request, services.publicUrl))];
      request.visit = createVisit(request, await services.sessions.find(token), services);
    });
    checkInputBySchema(app);
    // Before the input is looked at: a form of elsewhere is refused as such.
    app.addHook('preValidation', (request, reply, done) => {
      request.body ??= {};
      if (request.method === 'GET' || request.method === 'HEAD') return done();
      // Browsers say so by themselves: a neighbour under the same domain could plant a cookie with its token.
      const site = request.headers['sec-fetch-site'];
      if (site === 'cross-site' || site === 'same-site') return done(foreignForm());
      app.csrfProtection(request, reply, done);
    });
    app.setErrorHandler((error, request, reply) => {
      // The fault may have come before the visit was known.
      request.visit ??= createVisit(request, undefined, services);
      return answerError(error, request, reply);
    });
    registerAssets(app);
    registerNotFoundPage(app);

    const limits = createLimits(services.createRateLimiter);
    await app.register(async (own) => {
      own.addHook('preValidation', async (request, reply) => {
        if (request.visit.session) return;
        await reply.header('cache-control', 'no-store').redirect(logInPath(request), 303);
      });
      const scope: DashboardScope = { open: app, own, services, limits };
      registerHomeRoutes(scope);
      registerLanguageRoutes(scope);
      registerDocsRoutes(scope);
      registerLogInRoutes(scope);
      registerSignUpRoutes(scope);
      registerLinkRoutes(scope);
      registerOverviewRoutes(scope);
      registerAuthorizeRoutes(scope);
      registerKeyRoutes(scope);
      registerUsageRoutes(scope);
      registerPlanRoutes(scope);
      registerPlaygroundRoutes(scope);
      registerAccountRoutes(scope);
      registerSecondFactorRoutes(scope);
      registerOperatorRoutes(scope);
      registerSourceRoutes(scope);
      registerStatusRoutes(scope);
    });
  };
}

/** The log-in, which leads back to the page that was asked for, and to what was typed on it. */
function logInPath(request: FastifyRequest): string {
  return `/login?note=first&next=${encodeURIComponent(comeBackPath(request))}`;
}

/** As the CSRF check refuses. */
function foreignForm(): Error {
  return Object.assign(new Error('The form stands on another site.'), { code: 'FST_CSRF_FOREIGN', statusCode: 403 });
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { errors } = request.visit.texts;
  const { statusCode = 500, code = '' } = error as { statusCode?: number; code?: string };
  const show = (
    status: number,
    title: string,
    text: string,
    more: { leadOn?: Content; path?: string } = {},
  ): FastifyReply =>
    sendPage(request, reply, {
      ...(more.path === undefined ? {} : { path: more.path }),
      title,
      status,
      body: html`<section class="narrow">
        <h1>${title}</h1>
        <p role="alert">${text}</p>
        ${more.leadOn}
      </section>`,
    });
  if (error instanceof ServiceError && error.reason === 'rate_limited') {
    const seconds = error.details.retry_after_seconds ?? 1;
    reply.header('retry-after', String(seconds));
    return show(429, errors.busyTitle, errors.busy(seconds));
  }
  if (code === 'FST_CSRF_FOREIGN') return show(403, errors.forbiddenTitle, errors.forbidden);
  if (code.startsWith('FST_CSRF')) {
    const { session } = request.visit;
    const page = comeBackPath(request);
    // A form of those who are logged in, on a page that was open longer than the session.
    const isOut = !session && !isOpen(page);
    return show(
      403,
      isOut ? errors.loggedOutTitle : errors.forbiddenTitle,
      [
        isOut ? errors.loggedOut : errors.outOfDate,
        // Said where it is so: not every form comes back filled.
        ...(page.includes('?') ? [errors.outOfDateTyped] : []),
        ...(Object.keys(request.cookies ?? {}).length === 0 ? [errors.noCookies] : []),
      ].join(' '),
      {
        path: page,
        leadOn: html`<a class="button primary" href="${isOut ? logInPath(request) : page}"
          >${isOut ? errors.logInAgain : errors.openAgain}</a
        >`,
      },
    );
  }
  if (statusCode >= 400 && statusCode < 500) return show(statusCode, errors.failedTitle, errors.badRequest);
  request.log.error({ err: error, requestId: request.id }, 'page failed');
  return show(500, errors.failedTitle, errors.failed(request.id));
}
