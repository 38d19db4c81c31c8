import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as ESTree from '@oxc-project/types';
import { type Comment, parseSync, Visitor } from 'oxc-parser';

export interface FunctionFact {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  readonly parameters: number;
}

/** A comment, with the lines it covers. */
export interface CommentFact {
  readonly text: string;
  readonly line: number;
  readonly lastLine: number;
}

export interface ImportedFile {
  /** As written in the source: `./order.ts`, `#engine/model/order.ts`. */
  readonly specifier: string;
  /** The imported file, relative to the checkout. */
  readonly from: string;
  readonly line: number;
}

export interface ImportedPackage {
  /** As written in the source: `node:fs`, `@mantine/core`. */
  readonly specifier: string;
  /** What an import statement takes from it by name. */
  readonly names: readonly string[];
  readonly line: number;
}

/** What the checks and the yardstick need to know about one file. */
export interface SourceFacts {
  /** From the checkout, with slashes. */
  readonly file: string;
  readonly isTest: boolean;
  readonly lines: number;
  readonly functions: readonly FunctionFact[];
  readonly comments: readonly CommentFact[];
  readonly exports: readonly { readonly name: string; readonly hasDocstring: boolean }[];
  /** Names imported from files of other areas or folders, with the file's path. */
  readonly imports: readonly { readonly from: string; readonly name: string }[];
  /** Every file of ours that is imported or re-exported, in any form. */
  readonly importedFiles: readonly ImportedFile[];
  /** The same of what is not ours. */
  readonly importedPackages: readonly ImportedPackage[];
  readonly anyLines: readonly number[];
  /** Uses of what Math, performance and crypto have, such as `Math.random`, and of Date and the weak tables in any form. */
  readonly globalUses: readonly { readonly name: string; readonly line: number }[];
  /** String literals and templates, unescaped. */
  readonly texts: readonly { readonly text: string; readonly line: number }[];
  /** Lines of `as` other than `as const`. */
  readonly castLines: readonly number[];
  readonly hasDefaultExport: boolean;
  /** Whether the file only re-exports other files. */
  readonly isBarrel: boolean;
}

/** Every TypeScript file of ours; the working folder is the checkout. */
export function readSources(): SourceFacts[] {
  const files = globSync(['{src,scripts,tests,bench}/**/*.{ts,tsx}', '*.ts']).map((file) => file.replaceAll('\\', '/'));
  return files.sort().map((file) => factsOf(file, readFileSync(file, 'utf8')));
}

/** @throws Error when the text does not parse */
export function factsOf(file: string, text: string): SourceFacts {
  const parsed = parseSync(file, text);
  const problem = parsed.errors[0];
  if (problem !== undefined) throw new Error(`${file}: ${problem.message}`);
  const lineOf = lineFinder(text);
  const nodes = visit(parsed.program, lineOf);
  return {
    file,
    isTest: /\.test\.tsx?$/.test(file) || file.startsWith('tests/'),
    lines: text.split('\n').length - 1,
    ...nodes,
    comments: parsed.comments.map((comment) => commentFact(comment, lineOf)),
    exports: exportsOf(parsed.program, docstringEnds(parsed.comments, text)),
    imports: importsOf(file, parsed.program),
    ...allImportsOf(file, parsed.program, lineOf),
    hasDefaultExport: parsed.program.body.some((statement) => statement.type === 'ExportDefaultDeclaration'),
    isBarrel: parsed.program.body.length > 0 && parsed.program.body.every(handsOn),
  };
}

const WATCHED_GLOBALS = new Set(['Math', 'performance', 'crypto']);
const WATCHED_CLASSES = new Set(['Date', 'WeakMap', 'WeakSet']);

type LineOf = (offset: number) => number;

/** Looks up lines by bisection, because a long file is asked for thousands of them. */
function lineFinder(text: string): LineOf {
  const starts = [0, ...[...text.matchAll(/\n/g)].map((found) => found.index + 1)];
  return (offset) => {
    let [line, next] = [1, starts.length + 1]; // The line sought is at least `line` and less than `next`.
    while (next - line > 1) {
      const middle = Math.floor((line + next) / 2);
      if ((starts[middle - 1] ?? 0) <= offset) line = middle;
      else next = middle;
    }
    return line;
  };
}

function visit(
  program: ESTree.Program,
  lineOf: LineOf,
): Pick<SourceFacts, 'functions' | 'anyLines' | 'castLines' | 'texts' | 'globalUses'> {
  const functions: FunctionFact[] = [];
  const anyLines: number[] = [];
  const castLines: number[] = [];
  const texts: SourceFacts['texts'][number][] = [];
  const globalUses: SourceFacts['globalUses'][number][] = [];
  const names = new Map<number, string>();
  const add = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    if (node.body?.type !== 'BlockStatement') return;
    const line = lineOf(node.start);
    const own = 'id' in node && node.id ? node.id.name : undefined;
    const name = own ?? names.get(node.start) ?? 'anonymous function';
    functions.push({ name, line, lines: lineOf(node.end) - line + 1, parameters: node.params.length });
  };
  new Visitor({
    VariableDeclarator: (node) => {
      if (node.init && node.id.type === 'Identifier') names.set(node.init.start, node.id.name);
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
    Literal: (node) => {
      if (typeof node.value === 'string') texts.push({ text: node.value, line: lineOf(node.start) });
    },
    TemplateElement: (node) => void texts.push({ text: node.value.raw, line: lineOf(node.start) }),
    MemberExpression: ({ object, property, start }) => {
      if (object.type !== 'Identifier' || !WATCHED_GLOBALS.has(object.name) || property.type !== 'Identifier') return;
      globalUses.push({ name: `${object.name}.${property.name}`, line: lineOf(start) });
    },
    Identifier: ({ name, start }) => {
      if (WATCHED_CLASSES.has(name)) globalUses.push({ name, line: lineOf(start) });
    },
    TSAnyKeyword: (node) => void anyLines.push(lineOf(node.start)),
    TSAsExpression: (node) => {
      const isConst =
        node.typeAnnotation.type === 'TSTypeReference' && nameOf(node.typeAnnotation.typeName) === 'const';
      if (!isConst) castLines.push(lineOf(node.end));
    },
  }).visit(program);
  return { functions, anyLines, castLines, texts, globalUses };
}

function nameOf(node: ESTree.TSTypeName): string | null {
  return node.type === 'Identifier' ? node.name : null;
}

function commentFact(comment: Comment, lineOf: LineOf): CommentFact {
  return { text: comment.value, line: lineOf(comment.start), lastLine: lineOf(comment.end) };
}

/** The offsets at which a statement would begin right after a docstring. */
function docstringEnds(comments: readonly Comment[], text: string): ReadonlySet<number> {
  const docstrings = comments.filter((comment) => comment.type === 'Block' && comment.value.startsWith('*'));
  return new Set(docstrings.map((comment) => comment.end + (text.slice(comment.end).match(/^\s*/)?.[0].length ?? 0)));
}

function exportsOf(program: ESTree.Program, documented: ReadonlySet<number>): SourceFacts['exports'] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return [];
    const hasDocstring = documented.has(statement.start);
    return declaredNames(statement.declaration).map((name) => ({ name, hasDocstring }));
  });
}

function declaredNames(declaration: ESTree.Declaration): string[] {
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  }
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
}

function importsOf(file: string, program: ESTree.Program): SourceFacts['imports'] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration') return [];
    const from = ownFile(file, statement.source.value);
    if (from === null) return [];
    return statement.specifiers.flatMap(namedIn).map((name) => ({ from, name }));
  });
}

/** The file of ours that a specifier refers to, relative to the checkout; null for a package. */
function ownFile(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.replace('#', 'src/');
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : null;
}

function allImportsOf(
  file: string,
  program: ESTree.Program,
  lineOf: LineOf,
): Pick<SourceFacts, 'importedFiles' | 'importedPackages'> {
  const importedFiles: ImportedFile[] = [];
  const importedPackages: ImportedPackage[] = [];
  const add = (source: ESTree.Expression | null, names: readonly string[] = []): void => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
    const [specifier, line] = [source.value, lineOf(source.start)];
    const from = ownFile(file, specifier);
    if (from === null) importedPackages.push({ specifier, names, line });
    else importedFiles.push({ specifier, from, line });
  };
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => add(source, specifiers.flatMap(namedIn)),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
  }).visit(program);
  return { importedFiles, importedPackages };
}

function namedIn(item: ESTree.ImportDeclarationSpecifier): readonly string[] {
  return item.type === 'ImportSpecifier' && item.imported.type === 'Identifier' ? [item.imported.name] : [];
}

function handsOn(statement: ESTree.Statement): boolean {
  return (
    statement.type === 'ExportAllDeclaration' ||
    (statement.type === 'ExportNamedDeclaration' && statement.source !== null)
  );
}
