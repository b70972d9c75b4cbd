import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { TRIAL_DAYS } from '../../accounts/plans.ts';
import { localPath } from '../form.ts';
import { html } from '../html.ts';
import { formSchema, TextField, TokenField } from '../input.ts';
import { seeOther, sendPage } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import type { DashboardServices } from '../services.ts';
import { isLanguage } from '../texts/index.ts';
import { trialCredits } from '../trial.ts';
import { LANGUAGE_COOKIE } from '../visit.ts';

const YEAR_SECONDS = 31_536_000;

const LanguageForm = formSchema({ language: TokenField, back: Type.Optional(TextField) });

type LanguageForm = Static<typeof LanguageForm>;

/** `/`, and the switch of languages. */
export function registerEntryRoutes({ open, services }: DashboardScope): void {
  open.get('/', (request, reply) => sendHome(request, reply, services));

  open.post<{ Body: LanguageForm }>('/language', { schema: { body: LanguageForm } }, async (request, reply) => {
    const { language, back } = request.body;
    if (isLanguage(language)) {
      reply.setCookie(LANGUAGE_COOKIE, language, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.visit.secure,
        maxAge: YEAR_SECONDS,
      });
    }
    return seeOther(reply, localPath(back, '/'));
  });
}

function sendHome(request: FastifyRequest, reply: FastifyReply, services: DashboardServices): FastifyReply {
  const { texts, session, baseUrl } = request.visit;
  const { home, menu } = texts;
  const closed = services.registration.rule === 'closed';
  return sendPage(request, reply, {
    title: home.title,
    body: html`<section class="hero">
        <h1>${home.title}</h1>
        <p class="lead">${home.lead}</p>
        <div class="actions">
          ${
            session
              ? html`<a class="button primary" href="/dashboard">${menu.dashboard}</a>`
              : [
                  !closed && html`<a class="button primary" href="/signup">${home.start}</a>`,
                  html` <a class="button" href="/login">${menu.login}</a>`,
                ]
          }
        </div>
        ${closed && !session && html`<p class="hint">${home.closed}</p>`}
      </section>
      <div class="columns">
        <section>
          <h2>${home.tools}</h2>
          <dl>
            ${home.toolList.map(
              ([name, text]) =>
                html`<dt class="mono"><strong>${name}</strong></dt>
                  <dd class="field">${text}</dd>`,
            )}
          </dl>
        </section>
        <section>
          <h2>${home.how}</h2>
          <ol class="plain">
            ${home.steps.map((step) => html`<li>${step}</li>`)}
          </ol>
          <p>${home.trial(TRIAL_DAYS, trialCredits(services, request))}</p>
          <h3>${home.endpoint}</h3>
          <pre>POST ${baseUrl}/mcp</pre>
        </section>
      </div>`,
  });
}
