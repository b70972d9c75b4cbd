// Removes the types of a file for tap's ts-node, once for each content: the whole service is loaded by most test files,
// and compiling it anew took eight seconds of each. CommonJS, since ts-node requires it.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const ts = require('typescript');

const FOLDER = join(__dirname, '..', 'node_modules', '.cache', 'transpiled');

/** https://typestrong.org/ts-node/docs/transpilers#third-party-transpilers */
function create({ service }) {
  const compilerOptions = { ...service.config.options, module: ts.ModuleKind.ESNext, sourceMap: true };
  const sameFor = JSON.stringify([ts.version, compilerOptions]);
  mkdirSync(FOLDER, { recursive: true });
  return {
    transpile(input, { fileName }) {
      // Its name is in the source map.
      const key = createHash('sha256')
        .update(JSON.stringify([sameFor, fileName, input]))
        .digest('hex');
      const cached = join(FOLDER, `${basename(fileName)}-${key.slice(0, 32)}.json`);
      try {
        return JSON.parse(readFileSync(cached, 'utf8'));
      } catch {
        const { outputText, sourceMapText } = ts.transpileModule(input, { compilerOptions, fileName });
        const output = { outputText, sourceMapText };
        // By a rename: whoever reads it meanwhile, in another process, finds it whole.
        const mine = `${cached}.${process.pid}.${Date.now()}`;
        writeFileSync(mine, JSON.stringify(output));
        renameSync(mine, cached);
        return output;
      }
    },
  };
}

module.exports = { create };
