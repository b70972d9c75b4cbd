import { ServiceError } from '../errors.ts';

/** The search has changed since it was read, so the change that was based on it is not stored. */
export class SavedSearchChanged extends ServiceError {
  constructor() {
    super('validation', 'The search has changed in the meantime. Try again.');
  }
}
