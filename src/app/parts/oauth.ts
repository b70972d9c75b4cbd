import { oauthIssuer } from '../../config/oauth.ts';
import type { Egress } from '../../egress/egress.ts';
import type { OAuthServer } from '../../http/oauth-routes.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/clock.ts';
import { ClientDocuments } from '../../oauth/client-documents.ts';
import { Clients } from '../../oauth/clients.ts';
import { Consent } from '../../oauth/consent.ts';
import { TokenEndpoint, type OAuthReport } from '../../oauth/token-endpoint.ts';
import { USED_KEPT_MS } from '../../oauth/token-rules.ts';
import { createRateLimiter } from '../../shared/rate-limiter.ts';
import type { AppContext } from '../app-context.ts';

/**
 * Maximum number of client registrations per minute from one network. It is high, because many web clients share a few
 * network addresses and register once per connection.
 */
const REGISTRATIONS_A_MINUTE = 60;
/** Maximum number of client metadata documents that one account may make the service fetch in ten minutes. */
const FETCHES = 30;
const UNUSED_CLIENT_MS = DAY_MS;
const IDLE_CLIENT_MS = 90 * DAY_MS;

export interface OAuth {
  server: OAuthServer;
  consent: Consent;
  clients: Clients;
  report: OAuthReport;
}

export function createOAuth(
  { config, clock, store, shared }: AppContext,
  egress: Pick<Egress, 'fetch'>,
  report: OAuthReport,
): OAuth | undefined {
  const issuer = oauthIssuer(config);
  if (issuer === undefined) return undefined;
  const documents = new ClientDocuments({
    egress,
    clock,
    allowedHosts: config.oauthClientHosts,
    fetches: createRateLimiter(shared.windows, { name: 'oauth-document', points: FETCHES, windowMs: 10 * MINUTE_MS }),
  });
  const clients = new Clients({ store: store.oauth, documents, clock, report });
  return {
    clients,
    consent: new Consent({ store, clock, issuer }),
    report,
    server: {
      issuer,
      name: config.serviceName,
      clients,
      tokens: new TokenEndpoint({ store, clock, issuer, report, isClient: (id) => clients.knows(id) }),
      registrations: createRateLimiter(shared.windows, {
        name: 'oauth-register',
        points: REGISTRATIONS_A_MINUTE,
        windowMs: MINUTE_MS,
      }),
      noteDeadToken: () => report('bearer', 'invalid_token'),
    },
  };
}

export function purgeOAuth({ config, clock, store }: AppContext, signal: AbortSignal): Promise<number> {
  const now = clock.now();
  return store.oauth.purge(
    {
      now,
      usedBefore: now - USED_KEPT_MS,
      unusedBefore: now - UNUSED_CLIENT_MS,
      idleSince: now - IDLE_CLIENT_MS,
      endedBefore: now - config.retentionDays * DAY_MS,
    },
    signal,
  );
}
