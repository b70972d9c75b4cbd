import { ServiceError } from '../errors.ts';
import type { KeyRecord } from './key-types.ts';

export function addressTaken(email: string): ServiceError {
  return new ServiceError('validation', `An account with the e-mail address ${email} already exists.`);
}

export function noSuchAccount(id: string): ServiceError {
  return new ServiceError('validation', `There is no account ${id}.`);
}

export function passwordChanged(): ServiceError {
  return new ServiceError('validation', 'The password has been changed in the meantime.');
}

export function ownerGone(): ServiceError {
  return new ServiceError('validation', 'The account is gone.');
}

export function tooManyKeys(kind: KeyRecord['kind'], maximum: number): ServiceError {
  return new ServiceError(
    'validation',
    kind === 'app'
      ? `An account has at most ${maximum} connected apps. Disconnect one first.`
      : `An account has at most ${maximum} active keys. Revoke one first.`,
  );
}

export function tooManySavedSearches(maximum: number): ServiceError {
  return new ServiceError(
    'validation',
    maximum === 0
      ? 'This plan has no saved searches.'
      : `This plan has at most ${maximum} saved searches. Delete one first, or ask for a larger plan.`,
  );
}

export function savedSearchRuns(): ServiceError {
  return new ServiceError('validation', 'The search is running. Try again in a few minutes.');
}
