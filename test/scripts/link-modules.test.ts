import { join } from 'node:path';
import t from 'tap';
import { linkModules } from '../../scripts/widgets/link-modules.ts';

t.test('modules become one script: imports first, once each, names of a module its own', async (t) => {
  const folder = t.testdir({
    'a.js': `/* gone */ const LIMIT = 2;\nexport const double = (n) => n * LIMIT; // gone\nexport {};\n//# sourceMappingURL=a.js.map`,
    'b.js': `import { double } from './a.js';\nconst LIMIT = 10;\nexport function most(n) {\n  return Math.min(double(n), LIMIT);\n}`,
    'main.js': `import { most } from './b.js';\nimport { double } from './a.js';\nglobalThis.linked = [most(3), most(30), double(4), \`\${ 1 } a  b\`, 1 - -1, /x y/.test('x y'), typeof most, [1, , ].length, last({ 'a b': { c: [4,], }, }), empty(2)];\nfunction last(one) { const other = one['a b']?.['c'][0]; { ; } return ((...all) => all[0])(((x = 0) => x)(((y) => (y))(other))); }\nfunction empty(n) { while (n-- > 0); }`,
  });
  const script = linkModules(join(folder, 'main.js'));
  t.notMatch(script, /gone|import|export|sourceMapping/);
  t.equal(script.split('n*LIMIT').length, 2, 'a module is there once');
  // oxlint-disable-next-line typescript/no-implied-eval -- of this test's own modules
  new Function(script)();
  const { linked } = globalThis as unknown as { linked: unknown };
  t.strictSame(linked, [6, 10, 8, '1 a  b', 2, true, 'function', 2, 4, undefined]);
  delete (globalThis as { linked?: unknown }).linked;
});

t.test('what it does not know it refuses', async (t) => {
  const folder = t.testdir({
    'a.js': 'export const a = 1;',
    'twice.js': `import { a } from './a.js';\nimport { b } from './b.js';\na + b;`,
    'b.js': `export const a = 2;\nexport const b = 3;`,
    'package.js': `import { c } from 'c';`,
    'renamed.js': `import { a as b } from './a.js';`,
    'star.js': `import * as all from './a.js';`,
    'default.js': 'export default 1;',
    'again.js': `export { a } from './a.js';`,
  });
  const refused: [string, RegExp][] = [
    ['twice', /both export a/],
    ['package', /no file of ours/],
    ['renamed', /by the names that it exports/],
    ['star', /by the names that it exports/],
    ['default', /where they are declared/],
    ['again', /where they are declared/],
  ];
  for (const [name, message] of refused) t.throws(() => linkModules(join(folder, `${name}.js`)), { message }, name);
});
