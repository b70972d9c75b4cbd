import { ServiceError } from '../errors.ts';

/** What is wrong with a saved search, by a code that pages have words for. */
export type SavedSearchFault =
  | 'name'
  | 'arguments'
  | 'often'
  | 'frequency'
  | 'hour'
  | 'zone'
  | 'limit'
  | 'mail'
  | 'webhook'
  | 'equal'
  | 'maximum'
  | 'running'
  | 'plan'
  | 'missing';

/** A saved search is not stored as it was asked for. */
export class SavedSearchRefused extends ServiceError {
  readonly fault: SavedSearchFault;

  constructor(fault: SavedSearchFault, message: string) {
    super('validation', message);
    this.fault = fault;
  }
}
