import type { Call } from '#contract/call.ts';
import { jsonSchemaOf } from '#server/http/openapi.ts';
import { toWire } from '#server/http/wire.ts';
import type { Fields } from './call-row.ts';

/** The keys documented by the schema, at every level present in the answer. */
export function documentedKeys(call: Call, value: unknown): unknown {
  return keysOf(jsonSchemaOf(call.reply, 'output'), value);
}

function wireJson(schema: unknown): Fields {
  return schema as Fields; // JSON Schema is a JSON object.
}

function keysOf(schema: Fields, value: unknown): unknown {
  const options = (schema['anyOf'] ?? []) as Fields[];
  if (options.length > 0) return value === null ? null : keysOf(options[0] ?? {}, value);
  if (Array.isArray(value)) return value.map((item) => keysOf(wireJson(schema['items']), item));
  if (schema['type'] !== 'object' || typeof value !== 'object' || value === null) return null;
  const wire = value as Fields;
  const properties = schema['properties'] as Record<string, Fields>;
  const names = Object.keys(toWire(Object.fromEntries(Object.keys(properties).map((name) => [name, 0]))) as object);
  return Object.fromEntries(
    Object.values(properties).map((property, index) => {
      const name = names[index] ?? '';
      return [name, name in wire ? keysOf(property, wire[name]) : 'missing'];
    }),
  );
}

/** The same shape, taken from the answer itself. */
export function answeredKeys(call: Call, value: unknown): unknown {
  return shapeOf(jsonSchemaOf(call.reply, 'output'), value);
}

function shapeOf(schema: Fields, value: unknown): unknown {
  const options = (schema['anyOf'] ?? []) as Fields[];
  if (options.length > 0) return value === null ? null : shapeOf(options[0] ?? {}, value);
  if (Array.isArray(value)) return value.map((item) => shapeOf(wireJson(schema['items']), item));
  if (schema['type'] !== 'object' || typeof value !== 'object' || value === null) return null;
  const bySnake = new Map(
    Object.entries(schema['properties'] as Record<string, Fields>).map(([name, property]) => [
      Object.keys(toWire({ [name]: 0 }) as object)[0],
      property,
    ]),
  );
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, shapeOf(bySnake.get(name) ?? {}, item)]),
  );
}
