import { at } from '#base/assert.ts';
import { add, type Cash, negate, share, subtract, type Ticks } from '#base/exact.ts';
import { type Instrument, notional } from '#engine/model/instrument.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { type Direction, signOf } from '#engine/model/order.ts';
import type { LadderRow } from '#engine/risk/ladder/preview.ts';
import type { DraftSide, LadderCheck } from '../form/ladder-check.ts';

interface ExitInput {
  readonly instrument: Instrument;
  readonly direction: Direction;
  readonly row: LadderRow;
  readonly params: LadderParams;
}

/** Net result in USDT of closing all that is filled after `row` at its take profit; null without one. */
export function resultAtTakeProfit(input: ExitInput): Cash | null {
  const { row, params, instrument } = input;
  const price = takeProfitOf(row, params);
  if (price === null) return null;
  return resultAt(input, price, params.tpOrder === 'limit' ? instrument.makerFee : instrument.takerFee);
}

/** Net result in USDT of the stop-loss after `row`, at its trigger and without slippage; null without one. */
export function resultAtStop(input: ExitInput): Cash | null {
  return input.row.stopLoss === null ? null : resultAt(input, input.row.stopLoss, input.instrument.takerFee);
}

/** The take profit that the parameters ask for: with or without fees. */
export function takeProfitOf(row: LadderRow, params: LadderParams): Ticks | null {
  return params.tpNetOfFees ? row.takeProfitNet : row.takeProfitGross;
}

/** A price as float64, for drawing. */
export function pricePerUnit({ tick }: Instrument, price: Ticks): number {
  return (price * tick.units) / 10 ** tick.decimals;
}

/** The first levels that can never fill because the stop comes first, one for each error. */
export function unreachableLevels(check: LadderCheck): readonly number[] {
  return check.errors
    .filter(({ code }) => code === 'LEVEL_UNREACHABLE' || code === 'SL_INSIDE_LADDER')
    .map((error) => Number(error.figures?.['level']));
}

/** Errors with which the ladder never fills to its end: a stop or a liquidation comes first, or a step has no order. */
const NEVER_FULL: ReadonlySet<string> = new Set([
  ...['SL_INSIDE_LADDER', 'LEVEL_UNREACHABLE', 'LIQ_INSIDE_LADDER'],
  ...['LADDER_PRICE_NON_POSITIVE', 'LEVEL_BELOW_MIN_QTY', 'LEVEL_BELOW_MIN_NOTIONAL', 'LEVEL_ABOVE_MAX_QTY'],
]);

/** Whether every step can fill before the position ends, so that a result of the full ladder means something. */
export const canFill = ({ errors }: LadderCheck): boolean => !errors.some(({ code }) => NEVER_FULL.has(code));

/** Whether the stop-loss of the full ladder can trigger, and no liquidation before it. */
export const canStop = (check: LadderCheck): boolean =>
  canFill(check) && !check.errors.some(({ code }) => code === 'SL_BEYOND_LIQUIDATION');

/** The row whose stop matters: that of the full ladder, or the one that keeps the next step from filling. */
export function stopRowOf(
  check: LadderCheck,
  { rows }: DraftSide,
): { readonly row: LadderRow; readonly isLast: boolean } {
  const stuck = new Set(unreachableLevels(check));
  const first = rows.find((row) => stuck.has(row.level));
  const last = at(rows, rows.length - 1);
  const row = (first && rows[first.level - 1]) ?? last;
  return { row, isLast: row === last };
}

const WHOLE_PRICE_PERCENT = 100;

/** Whether no move that anybody plans for liquidates: the price would have to double. */
export function isBeyondDouble(row: LadderRow): boolean {
  return row.survivableMovePercent !== null && Number(row.survivableMovePercent) > WHOLE_PRICE_PERCENT;
}

/** The liquidation to show, in 1e-8 USDT per unit; null when there is none, or only beyond a move of 100 %. */
export function shownLiquidation(row: LadderRow): Cash | null {
  return isBeyondDouble(row) ? null : row.liquidation;
}

function resultAt({ instrument, direction, row }: ExitInput, price: Ticks, fee: Instrument['makerFee']): Cash {
  const value = notional(instrument, price, row.totalQuantity);
  const move = subtract(value, row.totalCost);
  const gross = signOf(direction) === 1 ? move : negate(move);
  return subtract(gross, add(row.totalFees, share(value, fee, 'half-up')));
}
