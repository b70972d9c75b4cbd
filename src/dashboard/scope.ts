import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { DashboardServices } from './services.ts';
import type { Limits } from './limits.ts';

/** Gives a handler the types of its route's schema. */
interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

export type DashboardApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>;

/** The objects with which most modules register their routes. */
export interface DashboardScope {
  /** For pages and forms that everyone may use. */
  open: DashboardApp;
  /** For pages and forms that require a log-in. */
  own: DashboardApp;
  services: DashboardServices;
  limits: Limits;
}
