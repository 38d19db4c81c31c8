import { assert } from '#base/assert.ts';
import { formatDecimal, parseDecimal, trimDecimal } from '#base/decimal.ts';
import {
  CASH_PER_USDT,
  type Cash,
  cash,
  multiplyDivide,
  type Rate,
  type Rounding,
  type Steps,
  steps,
  type Ticks,
  ticks,
} from '#base/exact.ts';

/** A size of one tick or one step: `units · 10^-decimals`. "0.05" is 5 units at 2 decimals. */
export interface Grid {
  readonly units: number;
  readonly decimals: number;
}

/** One maintenance-margin tier. Amounts are notional in cash; the tier holds for `floor <= notional < cap`. */
export interface Bracket {
  readonly floor: Cash;
  readonly cap: Cash;
  readonly maintenanceRate: Rate;
  /** The maintenance amount that keeps the margin continuous across tiers; derived, see `docs/domain.md` 3.2. */
  readonly cumulative: Cash;
  readonly leverageMax: number;
}

/** A tradable USD-M perpetual contract. */
export interface Instrument {
  readonly symbol: string;
  readonly baseAsset: string;
  readonly tick: Grid;
  readonly step: Grid;
  /** The cash value of one tick times one step: a whole number, so every notional is exact. */
  readonly cashPerTickStep: number;
  readonly quantityMin: Steps;
  readonly quantityMax: Steps;
  /** The largest quantity of one market order. */
  readonly marketQuantityMax: Steps;
  readonly notionalMin: Cash;
  readonly brackets: readonly Bracket[];
  readonly makerFee: Rate;
  readonly takerFee: Rate;
  readonly liquidationFee: Rate;
  readonly ordersMax: number;
}

/** "0.001" as a grid. The text must be a positive decimal. */
export function gridOf(text: string): Grid {
  const trimmed = trimDecimal(text);
  const decimals = trimmed.split('.')[1]?.length ?? 0;
  const units = parseDecimal(trimmed, decimals);
  assert(units !== null && units > 0, `"${text}" is a positive step`);
  return { units, decimals };
}

/** The size of a grid as decimal text: "0.001". */
export function gridText(grid: Grid): string {
  return formatDecimal(grid.units, grid.decimals);
}

/** The cash in one tick times one step; refuses an instrument whose product is finer than 1e-8 USDT. */
export function cashPerTickStep(tick: Grid, step: Grid): number {
  const value = (tick.units * step.units * CASH_PER_USDT) / 10 ** (tick.decimals + step.decimals);
  assert(Number.isSafeInteger(value) && value > 0, 'tick times step is a whole number of 1e-8 USDT');
  return value;
}

/** The sizes in which the prices and quantities of a symbol are counted. */
export interface InstrumentGrids {
  readonly tick: Grid;
  readonly step: Grid;
}

/** The grids of one symbol. */
export interface SymbolGrids extends InstrumentGrids {
  readonly symbol: string;
}

/** True when one tick and one step have the same size in both, however they are written. */
export function hasSameGrids(one: InstrumentGrids, other: InstrumentGrids): boolean {
  return isSameSize(one.tick, other.tick) && isSameSize(one.step, other.step);
}

function isSameSize(one: Grid, other: Grid): boolean {
  const isSpelledAlike = one.units === other.units && one.decimals === other.decimals;
  return isSpelledAlike || convertedCount(1, one, other) === 1;
}

/** A count of one grid as a count of another; null when it is not a whole number below 2^53. */
export function convertedCount(count: number, from: Grid, to: Grid): number | null {
  const [numerator, denominator] = sizeRatio(from, to);
  const scaled = BigInt(count) * numerator;
  if (scaled % denominator !== 0n) return null;
  const converted = Number(scaled / denominator);
  return Number.isSafeInteger(converted) ? converted : null;
}

/** The size of one grid divided by the size of another, as numerator and denominator. */
export function sizeRatio(from: Grid, to: Grid): readonly [bigint, bigint] {
  return [BigInt(from.units) * 10n ** BigInt(to.decimals), BigInt(to.units) * 10n ** BigInt(from.decimals)];
}

/**
 * The instrument with the tick and step in which these prices and quantities are counted: for their text and value. Its
 * filters stay as they are.
 *
 * @param grids - omitted or without the symbol: those of the instrument
 */
export function countedIn(instrument: Instrument, grids: readonly SymbolGrids[] = []): Instrument {
  const own = grids.find(({ symbol }) => symbol === instrument.symbol);
  if (own === undefined || hasSameGrids(own, instrument)) return instrument;
  const { tick, step } = own;
  return { ...instrument, tick, step, cashPerTickStep: cashPerTickStep(tick, step) };
}

/** Exact value of a quantity at a price. */
export function notional(instrument: Instrument, price: Ticks, quantity: Steps): Cash {
  return cash(price * quantity * instrument.cashPerTickStep);
}

/** The largest quantity on the step grid that an amount buys at a price. */
export function quantityFor(instrument: Instrument, amount: Cash, price: Ticks): Steps {
  return steps(Math.floor(amount / (price * instrument.cashPerTickStep)));
}

/** Price text such as "1837.50" in ticks; null when it is not on the tick grid. */
export function parsePrice(instrument: Instrument, text: string): Ticks | null {
  const count = parseDecimal(text, instrument.tick.decimals);
  return count === null || count % instrument.tick.units !== 0 ? null : ticks(count / instrument.tick.units);
}

/** A price in ticks as decimal text with the decimals of the tick: "1837.50". */
export function priceText(instrument: Instrument, price: Ticks): string {
  return formatDecimal(price * instrument.tick.units, instrument.tick.decimals);
}

/** Quantity text such as "0.957" in steps; null when it is not on the step grid. */
export function parseQuantity(instrument: Instrument, text: string): Steps | null {
  const count = parseDecimal(text, instrument.step.decimals);
  return count === null || count % instrument.step.units !== 0 ? null : steps(count / instrument.step.units);
}

/** A quantity in steps as decimal text with the decimals of the step: "0.957". */
export function quantityText(instrument: Instrument, quantity: Steps): string {
  return formatDecimal(quantity * instrument.step.units, instrument.step.decimals);
}

/** Average price `cost / quantity` as cash per whole unit (1e-8 USDT), rounded half up; for display only. */
export function averagePrice(instrument: Instrument, cost: Cash, quantity: Steps): Cash {
  const rounding: Rounding = 'half-up';
  // cost / (quantity · units · 10^-decimals)
  return cash(multiplyDivide(cost, 10 ** instrument.step.decimals, quantity * instrument.step.units, rounding));
}

/** Maximum length of a contract's name in UTF-16 units: its folder name, five times as long, must fit a file system. */
export const SYMBOL_LENGTH_MAX = 40;

/**
 * The names that an exchange may give a contract: letters of any script, digits, `.`, `_` and `-`, beginning with a
 * letter or digit, such as BTCUSDT or 币安人生USDT. As at the exchange, a to z are excluded; stream names use them. So are
 * invisible characters, among which Unicode counts some letters.
 */
export const SYMBOL_PATTERN: RegExp =
  /^(?!.*(?:\p{Default_Ignorable_Code_Point}|[a-z]))[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u;

/** True for a name that can be shown, stored and traded on paper. */
export function isSymbol(text: string): boolean {
  return text.length <= SYMBOL_LENGTH_MAX && SYMBOL_PATTERN.test(text);
}
