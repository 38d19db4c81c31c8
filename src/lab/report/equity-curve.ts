import { assert, at } from '#base/assert.ts';
import { add, type Cash, subtract, ticks, ZERO_CASH } from '#base/exact.ts';
import { DAY_MS, type Instant, later, startOf } from '#base/time.ts';
import type { MarketHistory, Stretch, SymbolHistory } from '#engine/model/history.ts';
import { type Instrument, notional } from '#engine/model/instrument.ts';
import { signOf } from '#engine/model/order.ts';
import type { Drawdown } from '#engine/report/drawdown.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import { indexOf, instantAt } from '#engine/scan/market-minutes.ts';
import { closedMinutes, idleFrom } from '#engine/schedule/closed-days.ts';
import {
  type CurveLine,
  type CurveSlope,
  type EquityExtremes,
  extremeAmounts,
  followStretch,
  newEquityExtremes,
} from './equity-extremes.ts';
import type { GatheredAtom, GatheredState } from './gather-records.ts';

interface Options {
  readonly history: MarketHistory;
  /** The minutes of the run. */
  readonly span: Stretch;
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** The symbols of the run. */
  readonly symbols: readonly string[];
  /** Balance at the start, when nothing is held. */
  readonly wallet: Cash;
}

/** The equity of a run, marked at the closes. */
export interface EquityCurve {
  /** At the start, at every 00:00 UTC inside of the run and at the end, oldest first. */
  readonly points: readonly EquityPoint[];
  /** Deepest fall from a peak over the closes of all minutes, cash. */
  readonly maxDrawdown: Cash;
  /** Lowest equity at the start or a close, cash. */
  readonly equityMin: Cash;
  /** Lowest open result at a close, zero or less, cash. */
  readonly worstOpenLoss: Cash;
  /** The deepest fall as a share of its peak over the closes of all minutes, and when; null where equity never fell. */
  readonly drawdown: Drawdown | null;
}

/** Draws the curve while the run goes on. */
export interface EquityPencil {
  /** Draws up to an instant at which something is about to change. */
  drawUntil(at: Instant, state: GatheredState): void;
  /** Draws to the end of the history with the final state. */
  finish(state: GatheredState): EquityCurve;
}

export function openEquityCurve({ history, span, instruments, wallet, symbols }: Options): EquityPencil {
  const [start, end] = [instantAt(history, span.from), instantAt(history, span.to)];
  const points: EquityPoint[] = [{ at: start, equity: wallet }];
  const extremes = newEquityExtremes(wallet, span.from);
  let [midnight, seen] = [later(startOf(start, DAY_MS), DAY_MS), span.from];
  const line: CurveLine = { fixed: 0, open: 0, slopes: [] };
  let legs: readonly Leg[] | null = null;
  const closed = closedMinutes(history, symbols);
  const mark = (time: Instant, state: GatheredState): void => {
    let equity = state.wallet;
    for (const atom of state.atoms) equity = add(equity, openResultAt({ history, instruments }, atom, time));
    points.push(idleFrom(closed, history, time) ? { at: time, equity, isIdle: true } : { at: time, equity });
  };
  const drawUntil = (time: Instant, state: GatheredState): void => {
    for (; midnight <= time && midnight < end; midnight = later(midnight, DAY_MS)) mark(midnight, state);
    const minute = indexOf(history, time);
    if (minute <= seen) return;
    legs ??= state.atoms.map((atom) => legOf({ history, instruments }, atom));
    redraw(line, legs, state);
    followStretch(extremes, line, { from: seen, to: minute });
    seen = minute;
  };
  return {
    drawUntil,
    finish(state) {
      drawUntil(end, state);
      mark(end, state);
      return { points, ...extremeAmounts(extremes), drawdown: drawdownOf(history, extremes) };
    },
  };
}

/** Open result of an atom at an instant between two minutes, marked at the last close before it. */
export function openResultAt(
  market: Pick<Options, 'history' | 'instruments'>,
  { symbol, direction, position }: GatheredAtom,
  time: Instant,
): Cash {
  if (position.quantity === 0) return ZERO_CASH;
  const { stored, instrument } = marketOf(market, symbol);
  // A frozen minute is flat at the last price before it, so this is the mark that the account has.
  const close = ticks(at(stored.columns.close, indexOf(market.history, time) - 1));
  const value = notional(instrument, close, position.quantity);
  return direction === 'buy' ? subtract(value, position.cost) : subtract(position.cost, value);
}

/** An atom's part of the line, made once: the line is redrawn for every booking. */
interface Leg {
  readonly slope: CurveSlope;
  readonly sign: 1 | -1;
  readonly cashPerTickStep: number;
}

function legOf(market: Pick<Options, 'history' | 'instruments'>, { symbol, direction }: GatheredAtom): Leg {
  const { stored, instrument } = marketOf(market, symbol);
  const slope = { index: stored.index, perTick: 0 };
  return { slope, sign: signOf(direction), cashPerTickStep: instrument.cashPerTickStep };
}

/** Equity from now on as it depends on the closes. */
function redraw(line: CurveLine, legs: readonly Leg[], { wallet, atoms }: GatheredState): void {
  let [open, held] = [0, 0];
  for (let leg = 0; leg < atoms.length; leg += 1) {
    const { position } = at(atoms, leg);
    if (position.quantity === 0) continue;
    const { slope, sign, cashPerTickStep } = at(legs, leg);
    slope.perTick = sign * position.quantity * cashPerTickStep;
    open -= sign * position.cost;
    line.slopes[held] = slope;
    held += 1;
  }
  line.slopes.length = held;
  line.open = open;
  line.fixed = wallet + open;
}

function marketOf(
  { history, instruments }: Pick<Options, 'history' | 'instruments'>,
  symbol: string,
): { readonly stored: SymbolHistory; readonly instrument: Instrument } {
  const [stored, instrument] = [history.symbols.get(symbol), instruments.get(symbol)];
  assert(stored !== undefined && instrument !== undefined, `${symbol} has a past and an instrument`);
  return { stored, instrument };
}

/** A close counts as the instant at which the next minute opens. */
function drawdownOf(history: MarketHistory, { deepest }: EquityExtremes): Drawdown | null {
  if (deepest.share === 0) return null;
  const closeOf = (minute: number): Instant => instantAt(history, minute + 1);
  return {
    depth: deepest.share,
    peakAt: closeOf(deepest.peakMinute),
    troughAt: closeOf(deepest.troughMinute),
    recoveredAt: deepest.recoveredMinute === null ? null : closeOf(deepest.recoveredMinute),
  };
}
