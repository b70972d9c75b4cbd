// Makes one script of a module and those that it imports, for documents that may load nothing: a bundler of the few
// forms that these modules use (named exports, relative imports), which says so where it meets another.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Compiled modules, entry last → one strict script without comments. Throws if two of them export one name. */
export function linkModules(entry: string): string {
  const parts: string[] = [];
  const exportedBy = new Map<string, string>();
  const seen = new Set<string>();

  function visit(path: string): void {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
    const statements: string[] = [];
    const exported: string[] = [];
    for (const statement of source.statements) {
      if (ts.isImportDeclaration(statement)) {
        visit(join(dirname(path), importedFile(statement, path)));
        continue;
      }
      // What TypeScript leaves of a file of types alone.
      if (ts.isExportDeclaration(statement) && isEmpty(statement)) continue;
      if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement))
        throw new Error(`${path}: export names where they are declared.`);
      const isExported =
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      if (isExported) exported.push(...namesOf(statement));
      statements.push(statement.getText().replace(/^export /, ''));
    }
    for (const name of exported) {
      const other = exportedBy.get(name);
      if (other !== undefined) throw new Error(`${path} and ${other} both export ${name}.`);
      exportedBy.set(name, path);
    }
    // Other names are the module's own.
    const names = `{ ${exported.join(', ')} }`;
    const body = statements.join('\n');
    parts.push(
      exported.length > 0 ? `const ${names} = (() => {\n${body}\nreturn ${names};\n})();` : `(() => {\n${body}\n})();`,
    );
  }

  visit(entry);
  return withoutSpace(withoutComments(parts.join('\n'), relative('.', entry)));
}

function importedFile(statement: ts.ImportDeclaration, path: string): string {
  const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
  if (!specifier.startsWith('.')) throw new Error(`${path}: "${specifier}" is no file of ours.`);
  const bindings = statement.importClause?.namedBindings;
  const isPlain =
    statement.importClause?.name === undefined &&
    (bindings === undefined ||
      (ts.isNamedImports(bindings) && bindings.elements.every(({ propertyName }) => propertyName === undefined)));
  if (!isPlain) throw new Error(`${path}: import from "${specifier}" by the names that it exports.`);
  return specifier;
}

function isEmpty({ exportClause, moduleSpecifier }: ts.ExportDeclaration): boolean {
  return (
    moduleSpecifier === undefined &&
    exportClause !== undefined &&
    ts.isNamedExports(exportClause) &&
    exportClause.elements.length === 0
  );
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name === undefined ? [] : [statement.name.text];
  return [];
}

function withoutComments(script: string, fileName: string): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(`(() => {\n'use strict';\n${script}\n})();`, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, removeComments: true },
  });
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})));
  return outputText.trim();
}

/** The tokens of a script with no more space between them than keeps them apart, and without marks that end nothing. */
function withoutSpace(script: string): string {
  const source = ts.createSourceFile('widget.js', script, ts.ScriptTarget.ES2023, true);
  let written = '';
  let last: ts.Node = source;
  const write = (node: ts.Node): void => {
    const name = memberName(node);
    if (name !== undefined && ts.isElementAccessExpression(node)) {
      write(node.expression);
      written += `${node.questionDotToken ? '?' : ''}.${name}`;
      last = node;
      return;
    }
    const children = node.getChildren(source);
    if (children.length > 0) return children.forEach(write);
    if (isArrowBracket(node)) return;
    // Nothing is assigned to a constant: the shorter word does the same.
    const token = node.kind === ts.SyntaxKind.ConstKeyword ? 'let' : node.getText(source);
    if (isNeedless(last, token) && !/[,[],$/.test(written)) written = written.slice(0, -1);
    last = node;
    const isApart = /[\w$]$/.test(written) && /^[\w$#\\]/.test(token);
    const isSign = /[-+/]$/.test(written) && /^[-+/]/.test(token);
    written += isApart || isSign ? ` ${token}` : token;
  };
  write(source);
  return written;
}

/** Of `(name) => …`, which is longer than `name => …`. */
function isArrowBracket({ kind, parent }: ts.Node): boolean {
  if (kind !== ts.SyntaxKind.OpenParenToken && kind !== ts.SyntaxKind.CloseParenToken) return false;
  if (!ts.isArrowFunction(parent) || parent.parameters.length !== 1) return false;
  const [only] = parent.parameters;
  return only !== undefined && ts.isIdentifier(only.name) && !only.initializer && !only.dotDotDotToken;
}

/** `name` of `object['name']`, which is longer than `object.name`. */
function memberName(node: ts.Node): string | undefined {
  if (!ts.isElementAccessExpression(node) || !ts.isStringLiteral(node.argumentExpression)) return undefined;
  const { text } = node.argumentExpression;
  return /^[a-z_$][\w$]*$/i.test(text) && !ts.isNumericLiteral(node.expression) ? text : undefined;
}

/** A comma or semicolon before the end of what it stands in; a semicolon can be a statement of its own. */
function isNeedless({ kind, parent }: ts.Node, next: string): boolean {
  if (kind === ts.SyntaxKind.CommaToken) return /^[)\]}]$/.test(next);
  return kind === ts.SyntaxKind.SemicolonToken && next === '}' && !ts.isEmptyStatement(parent);
}
