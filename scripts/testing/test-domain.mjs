// Replaces tap's package that assigns an uncaught error to a test. That package follows every promise until it is
// garbage-collected, which slows down files with many promises, whereas AsyncLocalStorage does not.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage();

/** Returns the innermost running test of the current asynchronous context. */
function openDomain() {
  let domain = current.getStore();
  while (domain?.ended) domain = domain.parent;
  return domain;
}

function handle(error, type) {
  if (process.hasUncaughtExceptionCaptureCallback() || process.listenerCount('uncaughtException') > 0) return false;
  const domain = openDomain();
  domain?.take(error, type);
  return domain !== undefined;
}

const { emit } = process;
process.emit = function (name, ...rest) {
  if (name !== 'unhandledRejection' || process.listenerCount(name) > 0) return emit.call(this, name, ...rest);
  return handle(rest[0], name);
};
process.on('uncaughtExceptionMonitor', (error, type) => {
  // The callback keeps Node.js from ending the process, for this one error.
  if (handle(error, type))
    process.setUncaughtExceptionCaptureCallback(() => process.setUncaughtExceptionCaptureCallback(null));
});

/** tap creates a domain in the asynchronous context of a test. */
export class Domain {
  ended = false;
  parent = current.getStore();

  constructor(take) {
    this.take = take;
    current.enterWith(this);
  }

  /** tap calls the method by this name. */
  onerror(error, type) {
    this.take(error, type);
  }

  destroy() {
    this.ended = true;
  }
}
