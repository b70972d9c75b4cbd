// Test files get this module as `tap`. Several files run in one process, and each has its own top-level test.
import { t as root } from 'tap';

let current = root;

export function setCurrentTest(test) {
  current = test;
}

export default new Proxy(root, {
  get: (_, name) => {
    const value = Reflect.get(current, name, current);
    return typeof value === 'function' ? value.bind(current) : value;
  },
});
