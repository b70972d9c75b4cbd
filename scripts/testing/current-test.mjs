// What test files import as `tap`: several share a process one after the other, and each is a test of its own there.
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
