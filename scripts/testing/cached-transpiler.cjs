// Removes the types of a file, once for each content: for the hooks of test processes, and for ts-node where tap runs by
// itself, which requires CommonJS. The compiler is loaded for a file that was not seen before.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { version } = require('typescript/package.json');

const FOLDER = join(__dirname, '..', '..', 'node_modules', '.cache', 'transpiled');

/** https://typestrong.org/ts-node/docs/transpilers#third-party-transpilers */
function create({ service }) {
  // 99 is ESNext.
  const compilerOptions = { ...service.config.options, module: 99, sourceMap: true };
  const sameFor = JSON.stringify([version, compilerOptions]);
  mkdirSync(FOLDER, { recursive: true });
  return {
    transpile(input, { fileName }) {
      // Its name is in the source map, its folder is not.
      const key = createHash('sha256')
        .update(JSON.stringify([sameFor, basename(fileName), input]))
        .digest('hex');
      const cached = join(FOLDER, `${basename(fileName)}-${key.slice(0, 32)}.json`);
      try {
        return JSON.parse(readFileSync(cached, 'utf8'));
      } catch {
        const ts = require('typescript');
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
