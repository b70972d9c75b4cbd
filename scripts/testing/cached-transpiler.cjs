// Removes the types of a file and caches the result by the file's content. ts-node, which loads this module when tap
// runs by itself, requires CommonJS.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { version } = require('typescript/package.json');

const FOLDER = join(__dirname, '..', '..', 'node_modules', '.cache', 'transpiled');

/** See https://typestrong.org/ts-node/docs/transpilers#third-party-transpilers. */
function create({ service }) {
  // The value 99 is ESNext.
  const compilerOptions = { ...service.config.options, module: 99, sourceMap: true };
  const sameFor = JSON.stringify([version, compilerOptions]);
  mkdirSync(FOLDER, { recursive: true });
  return {
    transpile(input, { fileName }) {
      // The source map contains the name of the file, but not its folder.
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
        // The file gets its name only when it is complete, because other processes may read it.
        const mine = `${cached}.${process.pid}.${Date.now()}`;
        writeFileSync(mine, JSON.stringify(output));
        renameSync(mine, cached);
        return output;
      }
    },
  };
}

module.exports = { create };
