import type { Chance } from '#base/prng.ts';
import type { KnownValues } from './known-values.ts';

/** A JSON Schema, as the document has it. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxLength?: number;
  readonly $ref?: string;
}

const DEPTH_MAX = 8;
const OPTIONAL_SHARE = 0.4;
const KNOWN_SHARE = 0.9;
const COUNT_MAX = 40;
const ITEMS_MAX = 2;
const TEXTS = ['1', '0.5', '25', '1.5', '2025-05-09', '2025-05-08T10:00:00Z', 'ETHUSDT', 'BTCUSDT', 'Majors'] as const;

/** Makes values that fit the schemas of the document, with ids and names that exist. */
export interface ValueMaker {
  /** @param name - the field's name on the wire */
  make(schema: Schema, name: string, depth?: number): unknown;
}

export function valueMaker(random: Chance, known: KnownValues): ValueMaker {
  const text = (schema: Schema, name: string): string => {
    const told = random.next() < KNOWN_SHARE ? known.of(name, random) : undefined;
    return told ?? random.pick([...TEXTS, `made ${random.between(1, 1_000_000)}`]).slice(0, schema.maxLength);
  };
  const whole = ({ minimum = 0, maximum = COUNT_MAX }: Schema): number =>
    random.between(Math.max(minimum, -COUNT_MAX), Math.min(Math.max(maximum, minimum), minimum + COUNT_MAX));
  const object = ({ properties = {}, required = [] }: Schema, depth: number): object =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name) || random.next() < OPTIONAL_SHARE)
        .map(([name, inner]) => [name, make(inner, name, depth + 1)]),
    );
  const list = ({ items = {}, minItems = 0 }: Schema, name: string, depth: number): unknown[] =>
    Array.from({ length: Math.max(minItems, random.between(0, ITEMS_MAX)) }, () =>
      make(items, name.replace(/s$/, ''), depth + 1),
    );

  const make = (schema: Schema, name: string, depth = 0): unknown => {
    const choices = schema.anyOf ?? schema.oneOf;
    if ('const' in schema) return schema.const;
    if (schema.enum !== undefined) return random.pick(schema.enum);
    if (schema.examples !== undefined && random.next() < OPTIONAL_SHARE) return random.pick(schema.examples);
    if (choices !== undefined && choices.length > 0) return make(random.pick(choices), name, depth + 1);
    if (depth > DEPTH_MAX) return null;
    switch (schema.type) {
      case 'object':
        return object(schema, depth);
      case 'array':
        return list(schema, name, depth);
      case 'integer':
      case 'number':
        return whole(schema);
      case 'boolean':
        return random.next() < OPTIONAL_SHARE;
      case 'null':
        return null;
      default:
        return text(schema, name);
    }
  };
  return { make };
}
