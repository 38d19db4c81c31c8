import type { Call } from '#contract/call.ts';
import { jsonSchemaOf } from '#server/http/openapi.ts';
import { toWire } from '#server/http/wire.ts';
import type { Fields } from './call-row.ts';

/** The keys documented by the schema, at every level present in the answer. */
export function documentedKeys(call: Call, value: unknown): unknown {
  return keysOf(jsonSchemaOf(call.reply, 'output'), value);
}

/** The same shape, taken from the answer itself. */
export function answeredKeys(call: Call, value: unknown): unknown {
  return shapeOf(jsonSchemaOf(call.reply, 'output'), value);
}

function keysOf(schema: Fields, value: unknown): unknown {
  const own = ownSchema(schema, value);
  if (Array.isArray(value)) return value.map((item) => keysOf(wireJson(own['items']), item));
  const properties = propertiesOf(own);
  if (properties === null || !isFields(value)) return null;
  return Object.fromEntries(
    [...properties].map(([name, property]) => [name, name in value ? keysOf(property, value[name]) : 'missing']),
  );
}

function shapeOf(schema: Fields, value: unknown): unknown {
  const own = ownSchema(schema, value);
  if (Array.isArray(value)) return value.map((item) => shapeOf(wireJson(own['items']), item));
  const properties = propertiesOf(own);
  if (properties === null || !isFields(value)) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, shapeOf(properties.get(name) ?? {}, item)]),
  );
}

/** The alternative that a value is of: the one that names all its keys, such as the parameters of its kind. */
function ownSchema(schema: Fields, value: unknown): Fields {
  const options = ((schema['anyOf'] ?? schema['oneOf'] ?? []) as Fields[]).filter(({ type }) => type !== 'null');
  const isNamed = (option: Fields): boolean => {
    const properties = propertiesOf(option);
    return properties !== null && isFields(value) && Object.keys(value).every((name) => properties.has(name));
  };
  const own = options.find(isNamed) ?? options[0];
  return own === undefined ? schema : ownSchema(own, value);
}

/** What an object may hold, by its name on the wire; null where the keys are free, and for anything else. */
function propertiesOf(schema: Fields): ReadonlyMap<string, Fields> | null {
  const properties = schema['properties'] as Record<string, Fields> | undefined;
  if (properties === undefined) return null;
  const names = Object.keys(toWire(Object.fromEntries(Object.keys(properties).map((name) => [name, 0]))) as object);
  return new Map(Object.values(properties).map((property, index) => [names[index] ?? '', property]));
}

function wireJson(schema: unknown): Fields {
  return (schema ?? {}) as Fields; // JSON Schema is a JSON object.
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
