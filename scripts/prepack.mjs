// `npm pack` packs the built service with the types that other programs may import.
import { join } from 'node:path';
import { ignoreLeftovers } from './built-files.mjs';
import { ready, root } from './setup.mjs';

// Tests are not packed, so their tools are not installed here: an installation could replace packages that a running
// service uses.
await ready({ withTests: false, withCompilers: true });
ignoreLeftovers(root);
const { default: ts } = await import('typescript');

const entry = join(root, 'src', 'index.ts');
const { options } = ts.parseJsonConfigFileContent(
  { extends: '../tsconfig.json', compilerOptions: { outDir: '../dist', rootDir: '..' }, files: [] },
  ts.sys,
  join(root, 'scripts'),
);
const program = ts.createProgram([entry], { ...options, declaration: true, emitDeclarationOnly: true });
// Only the types of `entry` are written, because they refer to no other file.
const { diagnostics } = program.emit(program.getSourceFile(entry), undefined, undefined, true);
if (diagnostics.length > 0) {
  process.stderr.write(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));
  process.exit(1);
}
