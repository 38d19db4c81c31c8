/** A JSON Schema, or a part of one. */
export type JsonSchema = { readonly [name: string]: unknown };

interface Place {
  /** The whole schema, whose definitions its parts name. */
  readonly root: JsonSchema;
  /** Whether fields that may be left out are in the example. */
  readonly fields: 'all' | 'required';
}

const DEPTH_MAX = 10;

/**
 * A value that looks like one that a schema accepts: what its fields are called decides among those that fit.
 * @param name - of the field on the wire; of a body or a reply: empty
 */
export function exampleOf(schema: JsonSchema, name: string, fields: Place['fields'] = 'all'): unknown {
  return madeOf(schema, name, { root: schema, fields }, 0);
}

function madeOf(schema: JsonSchema, name: string, place: Place, depth: number): unknown {
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (typeof schema['$ref'] === 'string') return referred(schema['$ref'], name, place, depth);
  const choices = listOf(schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']);
  const choice = choices.find((one) => one['type'] !== 'null') ?? choices[0];
  if (choice !== undefined) return madeOf(choice, name, place, depth);
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (typeOf(schema['type'])) {
    case 'object':
      return objectOf(schema, place, depth);
    case 'array':
      return arrayOf(schema, name, place, depth);
    case 'integer':
    case 'number':
      return numberOf(schema, name);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(schema, name);
  }
}

/** The type of a value that is not null, where null is allowed too. */
function typeOf(type: unknown): unknown {
  return Array.isArray(type) ? type.find((one) => one !== 'null') : type;
}

/** A definition of the same schema; one that names itself again and again ends somewhere. */
function referred(reference: string, name: string, place: Place, depth: number): unknown {
  if (depth > DEPTH_MAX) return null;
  const parts = reference.split('/').slice(1);
  const found = parts.reduce<unknown>((node, part) => asSchema(node)[part], place.root);
  return madeOf(asSchema(found), name, place, depth + 1);
}

function objectOf(schema: JsonSchema, place: Place, depth: number): object {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = Object.entries(asSchema(schema['properties'])).filter(
    ([name]) => depth <= DEPTH_MAX && (place.fields === 'all' || required.includes(name)),
  );
  return Object.fromEntries(properties.map(([name, part]) => [name, madeOf(asSchema(part), name, place, depth + 1)]));
}

function arrayOf(schema: JsonSchema, name: string, place: Place, depth: number): unknown[] {
  if (depth > DEPTH_MAX) return [];
  const count = Math.max(1, numeric(schema['minItems'], 1));
  return Array.from({ length: count }, () => madeOf(asSchema(schema['items']), singular(name), place, depth + 1));
}

const USUAL_NUMBERS: Readonly<Record<string, number>> = { limit: 100, offset: 0, total: 1, leverage: 5, seed: 7 };

function numberOf(schema: JsonSchema, name: string): number {
  const least = numeric(schema['minimum'], numeric(schema['exclusiveMinimum'], -1) + 1);
  const most = numeric(schema['maximum'], Number.MAX_SAFE_INTEGER);
  return Math.min(Math.max(USUAL_NUMBERS[name] ?? 1, least), most);
}

const ID = 'q3k7x2m5abcd';
const INSTANT = '2025-05-09T08:30:00.000Z';

/** Texts by the name of their field, the first that fits; what nothing fits is a decimal, as most texts are. */
const TEXTS: readonly (readonly [name: RegExp, text: string])[] = [
  [/(?:^|_)id$|^cursor$|^request_id$|^order_link$/, ID],
  [/(?:^|_)symbols?$|ticker/, 'ETHUSDT'],
  [/(?:_at|_date|^ts|^time|_time|^until|^since)$|^date_|^end_date$/, INSTANT],
  [/^day$|_day$/, '2025-05-09'],
  [/_scale$/, '1.5'],
  [/email/, 'owner@example.org'],
  [/^name$|_name$|^title$|^search$|^tag$/, 'Majors'],
  [/^(?:comment|note|detail|description|text|sentence|message|label)$/, 'Bought twice after the fall.'],
  [/^version$/, '0.1.0'],
  [/^currency$|_asset$/, 'USDT'],
];
const LAST_TEXTS = ['12.5', '25', '1h', '2025-05-09', INSTANT, 'ETHUSDT', ID, 'Majors'];

function textOf(schema: JsonSchema, name: string): string {
  if (schema['format'] === 'date-time') return INSTANT;
  if (schema['format'] === 'date') return '2025-05-09';
  const named = TEXTS.flatMap(([pattern, text]) => (pattern.test(name) ? [text] : []));
  const long = 'x'.repeat(numeric(schema['minLength'], 1));
  return [...named, ...LAST_TEXTS, long].find((text) => fits(schema, text)) ?? '';
}

function fits(schema: JsonSchema, text: string): boolean {
  const { pattern } = schema;
  const isLong = text.length >= numeric(schema['minLength'], 0);
  const isShort = text.length <= numeric(schema['maxLength'], Number.MAX_SAFE_INTEGER);
  return isLong && isShort && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text));
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function numeric(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {}; // JSON Schema consists of objects.
}
