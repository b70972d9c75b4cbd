// In place of the package of tap that says to which test an error without a catcher belongs. That one follows every promise
// to its end, which costs much; this one follows none.
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage();

/** The innermost test around what runs that has not ended. */
function openDomain() {
  let domain = current.getStore();
  while (domain?.ended) domain = domain.parent;
  return domain;
}

/** Whether a test took it as its failure. */
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
  // Once: this error ends the process no more.
  if (handle(error, type))
    process.setUncaughtExceptionCaptureCallback(() => process.setUncaughtExceptionCaptureCallback(null));
});

/** Of one test; made in its asynchronous context. */
export class Domain {
  ended = false;
  parent = current.getStore();

  constructor(take) {
    this.take = take;
    current.enterWith(this);
  }

  /** Tap calls it by this name. */
  onerror(error, type) {
    this.take(error, type);
  }

  destroy() {
    this.ended = true;
  }
}
