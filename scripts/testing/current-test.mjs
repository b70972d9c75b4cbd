// What test files import as `tap`. Several files run in one process; each gets its own top-level test.
import { t as root } from 'tap';

let current = root;

/** The test that `tap` stands for from now on. */
export function setCurrentTest(test) {
  current = test;
}

export default new Proxy(root, {
  get: (_, name) => {
    const value = Reflect.get(current, name, current);
    return typeof value === 'function' ? value.bind(current) : value;
  },
});
