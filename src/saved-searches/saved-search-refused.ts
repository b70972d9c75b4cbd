import { ServiceError } from '../errors.ts';

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

export class SavedSearchRefused extends ServiceError {
  readonly fault: SavedSearchFault;

  constructor(fault: SavedSearchFault, message: string) {
    super('validation', message);
    this.fault = fault;
  }
}
