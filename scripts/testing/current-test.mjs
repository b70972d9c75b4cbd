// The module that test files get as `tap`. Several files run in one process; each has its own top-level test.
import { t as root } from 'tap';

let current = root;

/** Sets the test to which `tap` refers from now on. */
export function setCurrentTest(test) {
  current = test;
}

export default new Proxy(root, {
  get: (_, name) => {
    const value = Reflect.get(current, name, current);
    return typeof value === 'function' ? value.bind(current) : value;
  },
});
