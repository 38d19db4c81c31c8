import { toCamel, toSnake } from 'ts-case-convert';
import { isDecimal } from '#base/decimal.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { gridRefused, OFF, SETS_MAX, sameText, splitAxes } from './parameter-grid.ts';

/** A place in the parameters of a strategy and the values that it takes in a grid. */
export interface PathAxis {
  /** As it is written: `buy.enter.all.0.a.n`. */
  readonly name: string;
  /** Each value once. */
  readonly values: readonly unknown[];
  /** Repeated values as written; each is tried only once. */
  readonly repeated: readonly string[];
}

/** The parameters of a strategy as given, with their kind. */
export interface GridBase {
  readonly kind: BotKind;
  readonly params: BotParams;
}

/**
 * Reads a grid over places in the parameters, by path, such as "buy.enter.a.n=7,14;buy.stop.mult=2,2.5;cooldown_s=0,900".
 * A value is read as its field expects it; off stands for null.
 * @throws AppError GRID_REFUSED naming the path
 */
export function parseStrategyGrid(text: string, base: GridBase): readonly PathAxis[] {
  return splitAxes(text).map(({ name, list }) => {
    const [values, repeated]: [Map<string, unknown>, string[]] = [new Map(), []];
    for (const value of list) {
      const same = sameText(value);
      if (values.has(same)) repeated.push(value);
      else values.set(same, readValue(base, name, isDecimal(value) ? value : same));
    }
    return { name, values: [...values.values()], repeated };
  });
}

function readValue({ kind, params }: GridBase, name: string, text: string): unknown {
  const readings = [Number(text), text, text === 'true', null];
  const fits = [
    text !== '' && !Number.isNaN(Number(text)),
    text !== OFF,
    ['true', 'false'].includes(text),
    text === OFF,
  ];
  const { params: schema } = familyOf(kind);
  const reading = readings.find(
    (value, index) => fits[index] && schema.safeParse(withValue(params, name, value)).success,
  );
  if (reading !== undefined) return reading;
  throw gridRefused(`${name} cannot be ${JSON.stringify(text)}`);
}

/**
 * The base with every combination of the axes' values; the last axis changes fastest.
 * @throws AppError GRID_REFUSED when there are more than 100,000, or one that is no valid strategy
 */
export function strategySets({ kind, params }: GridBase, axes: readonly PathAxis[]): readonly BotParams[] {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > SETS_MAX) throw gridRefused(`${count} parameter sets are more than ${SETS_MAX}`);
  let sets: readonly BotParams[] = [params];
  for (const { name, values } of axes) {
    sets = sets.flatMap((set) => values.map((value) => withValue(set, name, value)));
  }
  const { params: schema } = familyOf(kind);
  return sets.map((set) => {
    const parsed = schema.safeParse(set);
    if (parsed.success) return parsed.data;
    const told = axes.map(({ name }) => `${name} ${valueAtPath(set, name)}`).join(', ');
    throw gridRefused(`${told}: ${parsed.error.issues[0]?.message ?? 'this is no valid strategy'}`);
  });
}

/** The value at a path, as a grid writes it. */
export function valueAtPath(params: BotParams, name: string): string {
  const found = name
    .split('.')
    .reduce<unknown>((value, step) => (isHolder(value) ? value[toCamel(step)] : undefined), params);
  return String(found ?? OFF);
}

type Holder = Readonly<Record<string, unknown>>;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** A copy with another value at a path, whose holders must be there. */
function withValue(params: BotParams, name: string, value: unknown): BotParams {
  const steps = name.split('.');
  const wrong = steps.find((step) => step !== toSnake(toCamel(step)));
  if (wrong !== undefined) throw gridRefused(`write ${toSnake(wrong)} instead of ${wrong}`);
  const changed = replaced(params, steps.map(toCamel), value);
  if (changed === null) throw gridRefused(`the strategy has nothing at ${JSON.stringify(name)}`);
  return changed as BotParams; // A copy of an object is one.
}

/** Null where a step leads into nothing. */
function replaced(holder: unknown, [step = '', ...rest]: readonly string[], value: unknown): unknown {
  if (!isHolder(holder)) return null;
  const inner = rest.length === 0 ? value : replaced(holder[step], rest, value);
  if (rest.length > 0 && inner === null) return null;
  if (!Array.isArray(holder)) return { ...holder, [step]: inner };
  return Number(step) in holder ? holder.map((one: unknown, place) => (place === Number(step) ? inner : one)) : null;
}
