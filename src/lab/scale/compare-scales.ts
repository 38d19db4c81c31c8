import { trimDecimal } from '#base/decimal.ts';
import { add, ZERO_CASH } from '#base/exact.ts';
import { MINUTE_MS } from '#base/time.ts';
import { type FundingColumns, longHoles, type Stretch, type SymbolHistory } from '#engine/model/history.ts';
import { quantityText } from '#engine/model/instrument.ts';
import { indexOf } from '#engine/scan/market-minutes.ts';
import type { MarketPast } from '#ports/market-past.ts';
import type { LeftOut, PastCycle, ScaleRequest, ScaleTrial } from '#ports/trials/scale-trials.ts';
import { historyOfPast } from '../past-history.ts';
import { type Life, liveAgain, type PastMarket } from './live-again.ts';
import { SummedLives } from './summed-lives.ts';

/**
 * Lets each ended cycle of a symbol begin again where it began, once with its own ladder and once with the other. Only those are
 * compared that end with their own as they did.
 * @param past - of the symbol, with the bars before the first cycle that its rules read
 */
export function compareScales(request: ScaleRequest, past: MarketPast): ScaleTrial {
  const market = marketOf(request, past);
  const { stored } = market;
  const span = { from: indexOf(market.history, request.from), minutes: (request.to - request.from) / MINUTE_MS };
  const [before, after] = [new SummedLives(stored, span), new SummedLives(stored, span)];
  const leftOut: LeftOut[] = [];
  const busyUntil = new Map<string, number>();
  let [againResult, blocked] = [ZERO_CASH, 0];
  for (const cycle of request.cycles) {
    const tried = tryCycle(cycle, market);
    if ('code' in tried) {
      leftOut.push({ code: tried.code, result: cycle.told.result });
      continue;
    }
    const { again, other } = tried;
    before.add(again, { result: cycle.told.result, isLiquidated: cycle.told.closeReason === 'liquidation' });
    againResult = add(againResult, again.booked);
    const opened = indexOf(market.history, cycle.openedAt);
    if (opened < (busyUntil.get(cycle.atomId) ?? 0)) {
      blocked += 1;
      continue;
    }
    busyUntil.set(cycle.atomId, other.endMinute ?? market.history.minutes);
    if (other.cycle.state !== 'CANCELED') after.add(other);
  }
  const isFundingAssumed = hasAssumed(stored.funding, past.funding, span.from);
  return { before: before.finish(), againResult, after: after.finish(), blocked, leftOut, isFundingAssumed };
}

interface ScaleMarket extends PastMarket {
  readonly stored: SymbolHistory;
}

function marketOf({ instrument, wallet }: ScaleRequest, past: MarketPast): ScaleMarket {
  const stored = historyOfPast(past);
  const { start, close } = stored.columns;
  const history = { start, minutes: close.length, symbols: new Map([[instrument.symbol, stored]]) };
  return { history, stored, instrument, wallet };
}

interface BothLives {
  readonly again: Life;
  readonly other: Life;
}

/** @returns why the cycle is not compared, where it is not */
function tryCycle(cycle: PastCycle, market: ScaleMarket): BothLives | Pick<LeftOut, 'code'> {
  const opened = indexOf(market.history, cycle.openedAt);
  if (opened < 0 || opened >= market.history.minutes) return { code: 'CANDLES_MISSING' };
  let code = 'ENDED_OTHERWISE';
  for (const exits of cycle.exits) {
    const again = liveAgain(cycle, { params: cycle.params, exits }, market);
    if (!again.ok) code = again.reasons[0]?.code ?? code;
    if (!again.ok || !isAsTold(cycle, again.value, market)) continue;
    const other = liveAgain(cycle, { params: cycle.scaledParams, exits }, market);
    if (!other.ok) return { code: other.reasons[0]?.code ?? code };
    const last = Math.max(endOf(again.value, market), endOf(other.value, market));
    return standsStill(longHoles(market.stored), { from: opened, to: last })
      ? { code: 'CANDLES_MISSING' }
      : { again: again.value, other: other.value };
  }
  return { code };
}

/** By the same exit, having bought as much. Marks are not stored, so a stop may be a little earlier or later than it was. */
function isAsTold({ told }: PastCycle, { cycle }: Life, { instrument }: ScaleMarket): boolean {
  const bought = trimDecimal(quantityText(instrument, cycle.entryQuantity));
  return cycle.closeReason === told.closeReason && bought === trimDecimal(told.entryQuantity);
}

/** Whether a settlement since a minute is one that was assumed. */
function hasAssumed(used: FundingColumns, known: FundingColumns, from: number): boolean {
  const settled = new Set(known.minute);
  return used.minute.some((minute) => minute >= from && !settled.has(minute));
}

function endOf({ endMinute }: Life, { history }: ScaleMarket): number {
  return endMinute ?? history.minutes;
}

function standsStill(holes: readonly Stretch[], { from, to }: Stretch): boolean {
  return holes.some((gap) => gap.from < to && gap.to > from);
}
