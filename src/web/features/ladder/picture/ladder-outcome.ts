import { add, type Cash, negate, share, subtract, type Ticks } from '#base/exact.ts';
import { type Instrument, notional } from '#engine/model/instrument.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { type Direction, signOf } from '#engine/model/order.ts';
import type { LadderRow } from '#engine/risk/ladder/preview.ts';

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

function resultAt({ instrument, direction, row }: ExitInput, price: Ticks, fee: Instrument['makerFee']): Cash {
  const value = notional(instrument, price, row.totalQuantity);
  const move = subtract(value, row.totalCost);
  const gross = signOf(direction) === 1 ? move : negate(move);
  return subtract(gross, add(row.totalFees, share(value, fee, 'half-up')));
}
