import { toCamel, toSnake } from 'ts-case-convert';
import { isDecimal, plainDecimal } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';

/** The largest number of sets in one grid. */
export const SETS_MAX = 100_000;

/** One parameter and the values it takes in a grid. */
export interface GridAxis {
  readonly name: keyof LadderParams;
  /** Each value once. */
  readonly values: readonly unknown[];
  /** Repeated values as written; each is tried only once. */
  readonly repeated: readonly string[];
}

/**
 * Reads a grid such as "take_profit_percent=0.8,1,1.5;stop_loss_percent=off,4". Decimals and whole numbers are
 * plain, switches are true or false, and off stands for null.
 * @throws AppError GRID_REFUSED naming the parameter
 */
export function parseGrid(text: string): readonly GridAxis[] {
  return splitAxes(text).map(parseAxis);
}

/** An axis as it is written. */
interface WrittenAxis {
  readonly name: string;
  readonly list: readonly string[];
}

/** The names and values of a grid. @throws AppError GRID_REFUSED */
export function splitAxes(text: string): readonly WrittenAxis[] {
  const axes = text.split(';').map((axis) => {
    const [name = '', list, ...rest] = axis.split('=').map((part) => part.trim());
    if (list === undefined || rest.length > 0) throw gridRefused(`"${axis}" should be a parameter, "=" and its values`);
    return { name, list: list.split(',').map((part) => part.trim()) };
  });
  const names = axes.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw gridRefused(`${repeated} is named twice`);
  return axes;
}

function parseAxis({ name: written, list }: WrittenAxis): GridAxis {
  const name = toCamel(written);
  if (!isParameter(name)) throw gridRefused(`there is no parameter ${JSON.stringify(written)}`);
  if (written !== toSnake(name)) throw gridRefused(`write ${toSnake(name)} instead of ${written}`);
  const [values, repeated]: [Map<string, unknown>, string[]] = [new Map(), []];
  for (const value of list) {
    const same = sameText(value);
    if (values.has(same)) repeated.push(value);
    else values.set(same, readValue(name, isDecimal(value) ? value : same));
  }
  return { name, values: [...values.values()], repeated };
}

/** The same text for equal numbers: "1e-1", "0.10" and ".1" are "0.1". */
export function sameText(value: string): string {
  return plainDecimal(value) ?? value;
}

function isParameter(name: string): name is keyof LadderParams {
  return Object.hasOwn(ladderParams.shape, name);
}

/** How null is written in grids and in messages about them. */
export const OFF = 'off';

/** The value in the type the parameter expects: text if possible, else a number, a boolean or null. */
function readValue(name: keyof LadderParams, text: string): unknown {
  const schema = ladderParams.shape[name];
  const readings = [text, Number(text), text === 'true', null];
  const fits: readonly boolean[] = [text !== OFF, text !== '', text === 'true' || text === 'false', text === OFF];
  const reading = readings.find((value, index) => fits[index] && schema.safeParse(value).success);
  if (reading !== undefined) return reading;
  throw gridRefused(`${toSnake(name)} cannot be ${JSON.stringify(text)}`);
}

/**
 * The base set with every combination of the axes' values; the last axis changes fastest.
 * @throws AppError GRID_REFUSED when there are more than 100,000
 */
export function gridSets(base: LadderParamsInput, axes: readonly GridAxis[]): readonly LadderParams[] {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > SETS_MAX) throw gridRefused(`${count} parameter sets are more than ${SETS_MAX}`);
  let sets: readonly LadderParamsInput[] = [base];
  for (const { name, values } of axes) {
    sets = sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value })));
  }
  return sets.map((set) => ladderParams.parse(set));
}

export function gridRefused(what: string): AppError {
  return new AppError('GRID_REFUSED', `The grid cannot be read: ${what}.`);
}
