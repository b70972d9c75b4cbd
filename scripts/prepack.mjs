// npm pack: the built service, with the types that other programs may import.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ready, root } from './setup.mjs';

// Removes files that were built from sources that no longer exist.
rmSync(join(root, 'dist'), { recursive: true, force: true });
await ready();
const { default: ts } = await import('typescript');

const entry = join(root, 'src', 'index.ts');
const { options } = ts.parseJsonConfigFileContent(
  { extends: '../tsconfig.json', compilerOptions: { outDir: '../dist', rootDir: '..' }, files: [] },
  ts.sys,
  join(root, 'scripts'),
);
const program = ts.createProgram([entry], { ...options, declaration: true, emitDeclarationOnly: true });
// Emits types for this file alone, because they refer to no other file.
const { diagnostics } = program.emit(program.getSourceFile(entry), undefined, undefined, true);
if (diagnostics.length > 0) {
  process.stderr.write(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));
  process.exit(1);
}
