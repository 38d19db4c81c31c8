import { assert } from '#base/assert.ts';
import type { Instant } from '#base/time.ts';
import type { Triggers } from '../model/atom.ts';
import {
  emptyLane,
  type Lane,
  leaveSeat,
  NEVER,
  NO_HIGH,
  NO_LOW,
  NOBODY,
  putToSleep,
  takeSeat,
  withRoom,
} from './price-gate-lane.ts';

/**
 * Decides for live prices what the scanner decides for history: which atoms have to run. A tick that reaches no
 * trigger of its symbol costs two comparisons, however many bots there are.
 *
 * An atom that was reached sleeps until its triggers are set again, whatever it decided, so it is not reached twice for
 * one decision. The liquidation price of a shared wallet is not an atom's own trigger: the owner of the wallet sets the
 * atom's trigger to the nearer of the two prices, and again whenever the wallet changes.
 */
export interface PriceGate {
  /**
   * Registers an atom of a symbol.
   * @returns its handle: a whole number below the largest number of atoms ever registered at once, so that it can
   * index arrays; reused after the atom was removed
   */
  register(symbol: number, triggers: Triggers): number;
  /** Sets the triggers of an atom, asleep or not, in constant time. An unknown handle fails an assertion. */
  arm(handle: number, triggers: Triggers): void;
  /** Forgets an atom and frees its handle. An unknown handle fails an assertion. */
  remove(handle: number): void;
  /**
   * Passes a price, or a span of prices, through the gate of its symbol. Reached are the atoms whose `below` is at or
   * over `low` or whose `above` is at or under `high`, exactly as a candle of that low and high reaches them.
   *
   * Of a book ticker, `low` is the best bid and `high` the best ask: every price that a matcher may use lies between
   * them, so no atom is missed. One that only the far side of the spread has reached finds nothing to do.
   *
   * @param symbol - below the count that the gate was opened with
   * @param low - ticks, at most `high`
   * @returns how many atoms were reached; `reached` begins with them, in the order of their registration
   */
  tick(symbol: number, low: number, high: number): number;
  /**
   * Lets time pass for all symbols: reached are the atoms whose `at` is at or before `now`. One comparison when there
   * are none, so it may be called at every turn of an event loop.
   * @returns how many atoms were reached; symbol by symbol, and of each in the order of their registration
   */
  elapse(now: Instant): number;
  /** Begins with the handles that the last `tick` or `elapse` reached; the rest of the array means nothing. */
  readonly reached: Int32Array;
}

/**
 * Opens an empty gate.
 * @param symbolCount - symbols are numbered from 0 to one below it
 */
export function openPriceGate(symbolCount: number): PriceGate {
  const gate: Gate = {
    lanes: Array.from({ length: symbolCount }, emptyLane),
    low: new Float64Array(symbolCount).fill(NO_LOW),
    high: new Float64Array(symbolCount).fill(NO_HIGH),
    soonest: new Float64Array(symbolCount).fill(NEVER),
    soonestOfAll: NEVER,
    symbolOf: [],
    seatOf: [],
    freeHandles: [],
    reached: new Int32Array(1),
  };
  return {
    register: (symbol, triggers) => register(gate, symbol, triggers),
    arm: (handle, triggers) => arm(gate, handle, triggers),
    remove: (handle) => remove(gate, handle),
    tick: (symbol, low, high) => tick(gate, symbol, low, high),
    elapse: (now) => elapse(gate, now),
    get reached() {
      return gate.reached;
    },
  };
}

interface Gate {
  readonly lanes: readonly Lane[];
  /**
   * By symbol, the nearest `below`, `above` and `at` of its atoms. They may be nearer than that: an atom that moved away
   * leaves them where they were, and the next tick that passes them puts them right. They are never farther.
   */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly soonest: Float64Array;
  /** The earliest of `soonest`, or earlier. */
  soonestOfAll: number;
  /** By handle; the symbol is NOBODY while the handle is free. */
  readonly symbolOf: number[];
  readonly seatOf: number[];
  readonly freeHandles: number[];
  reached: Int32Array;
}

function register(gate: Gate, symbol: number, triggers: Triggers): number {
  const handle = gate.freeHandles.pop() ?? gate.symbolOf.length;
  gate.seatOf[handle] = takeSeat(laneOf(gate, symbol), handle);
  gate.symbolOf[handle] = symbol;
  const room = gate.reached.length;
  if (room < gate.symbolOf.length) gate.reached = withRoom(gate.reached, new Int32Array(room * 2));
  arm(gate, handle, triggers);
  return handle;
}

function arm(gate: Gate, handle: number, { below, above, at }: Triggers): void {
  const symbol = symbolAt(gate, handle);
  const seat = gate.seatOf[handle] ?? NOBODY;
  const lane = laneOf(gate, symbol);
  const [low, high, until] = [below ?? NO_LOW, above ?? NO_HIGH, at ?? NEVER];
  lane.below[seat] = low;
  lane.above[seat] = high;
  lane.until[seat] = until;
  gate.low[symbol] = Math.max(gate.low[symbol] ?? NO_LOW, low);
  gate.high[symbol] = Math.min(gate.high[symbol] ?? NO_HIGH, high);
  gate.soonest[symbol] = Math.min(gate.soonest[symbol] ?? NEVER, until);
  gate.soonestOfAll = Math.min(gate.soonestOfAll, until);
}

function remove(gate: Gate, handle: number): void {
  const symbol = symbolAt(gate, handle);
  leaveSeat(laneOf(gate, symbol), gate.seatOf[handle] ?? NOBODY, gate.seatOf);
  gate.symbolOf[handle] = NOBODY;
  gate.freeHandles.push(handle);
}

function laneOf(gate: Gate, symbol: number): Lane {
  const lane = gate.lanes[symbol];
  assert(lane !== undefined, 'the symbol is one of those that the gate was opened with');
  return lane;
}

function symbolAt(gate: Gate, handle: number): number {
  const symbol = gate.symbolOf[handle] ?? NOBODY;
  assert(symbol !== NOBODY, 'the handle is that of an atom in the gate');
  return symbol;
}

/** Prices and a time; those that do not matter are set where nothing reaches them. */
interface Reach {
  readonly low: number;
  readonly high: number;
  readonly now: number;
}

/** Plain numbers instead of named ones: this runs for every tick of every symbol, and nearly always ends at once. */
function tick(gate: Gate, symbol: number, low: number, high: number): number {
  // A symbol out of range compares to nothing, and the scan then refuses it.
  if (low > (gate.low[symbol] ?? Number.NaN) && high < (gate.high[symbol] ?? Number.NaN)) return 0;
  return scan(gate, symbol, { low, high, now: -NEVER, count: 0 });
}

function elapse(gate: Gate, now: Instant): number {
  if (now < gate.soonestOfAll) return 0;
  let [count, soonestOfAll] = [0, NEVER];
  for (let symbol = 0; symbol < gate.lanes.length; symbol += 1) {
    if (now >= (gate.soonest[symbol] ?? NEVER)) count = scan(gate, symbol, { low: NO_HIGH, high: NO_LOW, now, count });
    soonestOfAll = Math.min(soonestOfAll, gate.soonest[symbol] ?? NEVER);
  }
  gate.soonestOfAll = soonestOfAll;
  return count;
}

/** Writes down whom these prices and this time reach, behind the first `count`, and sets the gate by those who stay. */
function scan(gate: Gate, symbol: number, { low, high, now, count }: Reach & { readonly count: number }): number {
  const lane = laneOf(gate, symbol);
  const { below, above, until, handles, seats } = lane;
  let [nearestLow, nearestHigh, soonest, found] = [NO_LOW, NO_HIGH, NEVER, count];
  for (let seat = 0; seat < seats; seat += 1) {
    const seatLow = below[seat] ?? NO_LOW;
    const seatHigh = above[seat] ?? NO_HIGH;
    const seatTime = until[seat] ?? NEVER;
    if (low <= seatLow || high >= seatHigh || now >= seatTime) {
      gate.reached[found] = handles[seat] ?? NOBODY;
      found += 1;
      putToSleep(lane, seat);
    } else {
      if (seatLow > nearestLow) nearestLow = seatLow;
      if (seatHigh < nearestHigh) nearestHigh = seatHigh;
      if (seatTime < soonest) soonest = seatTime;
    }
  }
  gate.low[symbol] = nearestLow;
  gate.high[symbol] = nearestHigh;
  gate.soonest[symbol] = soonest;
  return found;
}
