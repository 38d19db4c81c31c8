import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as ESTree from '@oxc-project/types';
import { parseSync } from 'oxc-parser';
import { at } from '#base/assert.ts';

/** The part of the official client that a type belongs to: REST responses, WebSocket API responses, stream events. */
export type Surface = 'rest' | 'ws-api' | 'streams';

type Shape =
  | { readonly kind: 'object'; readonly keys: ReadonlyMap<string, Shape> }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'choice'; readonly of: readonly Shape[] }
  | { readonly kind: 'plain'; readonly type: string };

const PACKAGE = '@binance/derivatives-trading-usds-futures';
/** The client's bundled typings have one namespace per surface, in this order; names shared by two are numbered. */
const NAMESPACES: Readonly<Record<Surface, string>> = {
  rest: 'index_d_exports',
  'ws-api': 'index_d_exports$1',
  streams: 'index_d_exports$2',
};

/**
 * How a response differs from Binance's documentation, given by the typings of its official client. Every documented key
 * must be present with the documented kind of value (in a list, in at least one row, and a list of objects must have a
 * row); an undocumented key must be among `extras`.
 *
 *     const answer = await client.restAPI.premiumIndex...   // or JSON.parse of a frame
 *     expect(documentedDifferences(answer, 'rest', 'MarkPriceResponse')).toEqual([]);
 *     expect(documentedDifferences(frame, 'streams', 'KlineCandlestickStreamsResponse', ['st'])).toEqual([]);
 *
 * @param answer - parsed JSON; a number may be a bigint
 * @param name - the type's name as the client's namespace exports it, such as `ExchangeInformationResponse`
 * @param extras - paths of undocumented keys that are allowed, such as `symbols[].orderTypes`; a path covers all keys below
 * @returns one sentence per difference; empty when there is none
 * @throws Error when the client has no type with that name
 */
export function documentedDifferences(
  answer: unknown,
  surface: Surface,
  name: string,
  extras: readonly string[] = [],
): readonly string[] {
  return differences(answer, shapeOf(surface, name), '').filter((found) => !isAllowed(found, extras));
}

/** Paths of all documented keys of a type, such as `symbols[].filters[].tickSize`, in every member of a union. */
export function documentedKeys(surface: Surface, name: string): readonly string[] {
  const paths = (shape: Shape, here: string): readonly string[] => {
    if (shape.kind === 'plain') return [];
    if (shape.kind === 'list') return paths(shape.of, `${here}[]`);
    if (shape.kind === 'choice') return shape.of.flatMap((branch) => paths(branch, here));
    return [...shape.keys].flatMap(([key, inner]) => [joined(here, key), ...paths(inner, joined(here, key))]);
  };
  return [...new Set(paths(shapeOf(surface, name), ''))].sort();
}

const UNDOCUMENTED = ' is not documented';

function isAllowed(found: string, extras: readonly string[]): boolean {
  if (!found.endsWith(UNDOCUMENTED)) return false;
  return extras.includes(found.slice(0, -UNDOCUMENTED.length));
}

function joined(here: string, key: string): string {
  return here === '' ? key : `${here}.${key}`;
}

function differences(value: unknown, shape: Shape, here: string): readonly string[] {
  switch (shape.kind) {
    case 'plain':
      return fits(value, shape.type) ? [] : [`${here} is a ${kindOf(value)}, documented is ${shape.type}`];
    case 'list':
      return listDifferences(value, shape.of, `${here}[]`);
    case 'choice':
      return nearest(shape.of, value, here);
    case 'object':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${here} is no object`];
      return objectDifferences([value], shape.keys, here);
  }
}

/** The differences from the best-fitting branch; a list is only compared with list branches. */
function nearest(branches: readonly Shape[], value: unknown, here: string): readonly string[] {
  const alike = branches.filter((branch) => (branch.kind === 'list') === Array.isArray(value));
  const tried = (alike.length === 0 ? branches : alike).map((branch) => differences(value, branch, here));
  return at(
    tried.toSorted((one, other) => one.length - other.length),
    0,
  );
}

function listDifferences(value: unknown, row: Shape, here: string): readonly string[] {
  if (!Array.isArray(value)) return [`${here} is no list`];
  const rows: readonly unknown[] = value;
  if (row.kind !== 'object') return [...new Set(rows.flatMap((item) => differences(item, row, here)))];
  const objects = rows.filter((item): item is object => typeof item === 'object' && item !== null);
  if (objects.length === 0 || objects.length < rows.length) return [`${here} has no rows, or one that is no object`];
  return objectDifferences(objects, row.keys, here);
}

function objectDifferences(rows: readonly object[], keys: ReadonlyMap<string, Shape>, here: string): readonly string[] {
  const found = new Map<string, unknown[]>();
  for (const [key, value] of rows.flatMap((row) => Object.entries(row))) {
    found.set(key, [...(found.get(key) ?? []), value]);
  }
  const extra = [...found.keys()].filter((key) => !keys.has(key)).map((key) => joined(here, key) + UNDOCUMENTED);
  const known = [...keys].flatMap(([key, shape]) => {
    const values = found.get(key);
    if (values === undefined) return [`${joined(here, key)} is missing`];
    return values.flatMap((value) => differences(value, shape, joined(here, key)));
  });
  return [...new Set([...known, ...extra])];
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

function fits(value: unknown, type: string): boolean {
  if (type === 'any') return true;
  return type === (typeof value === 'bigint' ? 'number' : kindOf(value));
}

type Declarations = ReadonlyMap<string, ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration>;

interface Typings {
  readonly declarations: Declarations;
  /** Local names by exported name, of a namespace. */
  readonly exported: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

let typings: Typings | null = null;

function shapeOf(surface: Surface, name: string): Shape {
  typings ??= readTypings();
  const local = typings.exported.get(NAMESPACES[surface])?.get(name);
  if (local === undefined) throw new Error(`the official client has no type ${name} of ${surface}`);
  return namedShape(local, typings.declarations);
}

function readTypings(): Typings {
  const main = createRequire(import.meta.url).resolve(PACKAGE);
  const text = readFileSync(path.join(path.dirname(main), 'index.d.ts'), 'utf8');
  const declarations = new Map<string, ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration>();
  const exported = new Map<string, ReadonlyMap<string, string>>();
  for (const statement of parseSync('index.d.ts', text).program.body) {
    if (statement.type === 'TSInterfaceDeclaration' || statement.type === 'TSTypeAliasDeclaration') {
      declarations.set(statement.id.name, statement);
    }
    if (statement.type === 'TSModuleDeclaration' && statement.id.type === 'Identifier') {
      exported.set(statement.id.name, exportsOf(statement.body?.body ?? []));
    }
  }
  return { declarations, exported };
}

function exportsOf(body: readonly (ESTree.Directive | ESTree.Statement)[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const statement of body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    for (const { local, exported } of statement.specifiers) names.set(nameOf(exported), nameOf(local));
  }
  return names;
}

function nameOf(node: ESTree.ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name;
}

function namedShape(name: string, declarations: Declarations): Shape {
  const declaration = declarations.get(name);
  if (declaration === undefined) throw new Error(`the official client does not declare ${name}`);
  if (declaration.type === 'TSTypeAliasDeclaration') return typeShape(declaration.typeAnnotation, declarations);
  const row = declaration.extends[0]?.typeArguments?.params[0];
  if (row !== undefined) return { kind: 'list', of: typeShape(row, declarations) };
  return { kind: 'object', keys: membersOf(declaration.body.body, declarations) };
}

function membersOf(members: readonly ESTree.TSSignature[], declarations: Declarations): ReadonlyMap<string, Shape> {
  const keys = new Map<string, Shape>();
  for (const member of members) {
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) continue;
    const key = member.key.type === 'Literal' ? String(member.key.value) : 'name' in member.key && member.key.name;
    if (typeof key === 'string') keys.set(key, typeShape(member.typeAnnotation.typeAnnotation, declarations));
  }
  return keys;
}

const PLAIN: Readonly<Record<string, string>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBigIntKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
  TSAnyKeyword: 'any',
  TSObjectKeyword: 'any',
  TSUnknownKeyword: 'any',
};

function typeShape(node: ESTree.TSType, declarations: Declarations): Shape {
  if (node.type === 'TSUnionType')
    return { kind: 'choice', of: node.types.map((type) => typeShape(type, declarations)) };
  if (node.type === 'TSArrayType') return { kind: 'list', of: typeShape(node.elementType, declarations) };
  if (node.type === 'TSTypeLiteral') return { kind: 'object', keys: membersOf(node.members, declarations) };
  if (node.type === 'TSTypeReference' && node.typeName.type === 'Identifier') {
    const row = node.typeArguments?.params[0];
    if (node.typeName.name === 'Array' && row !== undefined) return { kind: 'list', of: typeShape(row, declarations) };
    return namedShape(node.typeName.name, declarations);
  }
  const type = PLAIN[node.type];
  if (type === undefined) throw new Error(`the typings of the official client hold a ${node.type}`);
  return { kind: 'plain', type };
}
