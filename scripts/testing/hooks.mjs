// In a test process, modules of src are loaded from the build, types are removed from test files, and a test file's
// `tap` is the test of that file.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { create } = createRequire(import.meta.url)('./cached-transpiler.cjs');
const ES2023 = 10;
const { transpile } = create({ service: { config: { options: { target: ES2023, verbatimModuleSyntax: true } } } });
const ROOT = new URL('../../', import.meta.url).href;
const TESTS = new URL('test/', ROOT).href;
const CURRENT_TEST = new URL('./current-test.mjs', import.meta.url).href;
const TEST_DOMAIN = new URL('./test-domain.mjs', import.meta.url).href;

/** TEST_SOURCES names a copy of the checkout whose changed sources are not built. */
const isBuilt = !process.env.TEST_SOURCES;

function builtFrom(url) {
  if (!isBuilt || !url.startsWith(ROOT) || !url.endsWith('.ts') || url.startsWith(TESTS)) return undefined;
  const built = new URL(`dist/${url.slice(ROOT.length, -3)}.js`, ROOT);
  return existsSync(built) ? built.href : undefined;
}

/** See https://nodejs.org/api/module.html#resolvespecifier-context-nextresolve. */
export async function resolve(specifier, context, next) {
  if (specifier === 'tap' && context.parentURL?.startsWith(TESTS)) return { url: CURRENT_TEST, shortCircuit: true };
  if (specifier === 'async-hook-domain') return { url: TEST_DOMAIN, shortCircuit: true };
  const found = await next(specifier, context);
  const built = builtFrom(found.url);
  return built === undefined ? found : { ...found, url: built, format: 'module' };
}

/** See https://nodejs.org/api/module.html#loadurl-context-nextload. */
export function load(url, context, next) {
  if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.ts')) return next(url, context);
  const fileName = fileURLToPath(url);
  const { outputText, sourceMapText } = transpile(readFileSync(fileName, 'utf8'), { fileName });
  const map = `data:application/json;base64,${Buffer.from(sourceMapText).toString('base64')}`;
  // The source map is not a file, so the reference to it is replaced by the map itself.
  const source = `${outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '')}\n//# sourceMappingURL=${map}`;
  return { format: 'module', source, shortCircuit: true };
}
