// Of a test process, how modules are found and read: types are removed, and a test file's `tap` is the test of that file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { create } = createRequire(import.meta.url)('./cached-transpiler.cjs');
const ES2023 = 10;
const { transpile } = create({ service: { config: { options: { target: ES2023, verbatimModuleSyntax: true } } } });
const TESTS = new URL('../../test/', import.meta.url).href;
const CURRENT_TEST = new URL('./current-test.mjs', import.meta.url).href;

/** https://nodejs.org/api/module.html#resolvespecifier-context-nextresolve */
export function resolve(specifier, context, next) {
  if (specifier === 'tap' && context.parentURL?.startsWith(TESTS)) return { url: CURRENT_TEST, shortCircuit: true };
  return next(specifier, context);
}

/** https://nodejs.org/api/module.html#loadurl-context-nextload */
export function load(url, context, next) {
  if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.ts')) return next(url, context);
  const fileName = fileURLToPath(url);
  const { outputText, sourceMapText } = transpile(readFileSync(fileName, 'utf8'), { fileName });
  const map = `data:application/json;base64,${Buffer.from(sourceMapText).toString('base64')}`;
  // The map that the text names is no file.
  const source = `${outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '')}\n//# sourceMappingURL=${map}`;
  return { format: 'module', source, shortCircuit: true };
}
