import { AppError } from '#base/errors.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';

/** Most sets of one grid. */
export const SETS_MAX = 100_000;

/** One parameter and the values it takes in a grid. */
export interface GridAxis {
  readonly name: keyof LadderParams;
  readonly values: readonly unknown[];
}

/**
 * Reads a grid such as "takeProfitPercent=0.8,1,1.5;stepPercent=1,2". Decimals and whole numbers are written plain,
 * switches as true and false, and what is left out as none.
 * @throws AppError GRID_REFUSED naming the parameter
 */
export function parseGrid(text: string): readonly GridAxis[] {
  const axes = text.split(';').map(parseAxis);
  const names = axes.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw refused(`${repeated} is named twice`);
  return axes;
}

function parseAxis(text: string): GridAxis {
  const [name = '', list, ...rest] = text.split('=').map((part) => part.trim());
  if (list === undefined || rest.length > 0) throw refused(`"${text}" should be a parameter, "=" and its values`);
  if (!isParameter(name)) throw refused(`there is no parameter ${JSON.stringify(name)}`);
  return { name, values: list.split(',').map((value) => readValue(name, value.trim())) };
}

function isParameter(name: string): name is keyof LadderParams {
  return Object.hasOwn(ladderParams.shape, name);
}

/** The value as the parameter takes it: text if it can be, else a number, a switch or nothing. */
function readValue(name: keyof LadderParams, text: string): unknown {
  const schema = ladderParams.shape[name];
  const readings = [text, Number(text), text === 'true', null];
  const fits: readonly boolean[] = [true, text !== '', text === 'true' || text === 'false', text === 'none'];
  const reading = readings.find((value, index) => fits[index] && schema.safeParse(value).success);
  if (reading !== undefined) return reading;
  throw refused(`${name} cannot be ${JSON.stringify(text)}`);
}

/**
 * Every combination of the axes' values on a set that the axes change; the last axis changes fastest.
 * @throws AppError GRID_REFUSED when there are more than 100,000
 */
export function gridSets(base: LadderParamsInput, axes: readonly GridAxis[]): readonly LadderParams[] {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > SETS_MAX) throw refused(`${count} parameter sets are more than ${SETS_MAX}`);
  let sets: readonly LadderParamsInput[] = [base];
  for (const { name, values } of axes) {
    sets = sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value })));
  }
  return sets.map((set) => ladderParams.parse(set));
}

function refused(what: string): AppError {
  return new AppError('GRID_REFUSED', `The grid cannot be read: ${what}.`);
}
