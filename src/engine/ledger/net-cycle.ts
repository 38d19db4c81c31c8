import { at } from '#base/assert.ts';
import { add, type Cash, larger, multiplyDivide, RATE_ONE, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Direction } from '../model/order.ts';
import type { NetCycle } from '../model/record.ts';

/** The flat-to-flat episode that a first entry fill begins. */
export function beginNetCycle(seq: number, at: Instant): NetCycle {
  return {
    seq,
    beginAt: at,
    endAt: null,
    directions: [],
    cycles: [],
    ordersFilled: 0,
    levelsFilledMax: 0,
    deviationMax: 0,
    notionalMax: ZERO_CASH,
    peakMargin: ZERO_CASH,
    gross: ZERO_CASH,
    commission: ZERO_CASH,
    funding: ZERO_CASH,
    liquidationFee: ZERO_CASH,
  };
}

/** What one event of a cycle does to its episode. */
export interface NetMovement {
  readonly direction: Direction;
  /** Of the cycle. */
  readonly seq: number;
  readonly moved: Pick<Cycle, 'gross' | 'commission' | 'funding' | 'liquidationFee'>;
  readonly isOrderFilled: boolean;
  /** What the open cycles of the symbol hold after the event, over both directions; null when it left that as it was. */
  readonly held: Held | null;
}

export interface Held {
  notional: Cash;
  /** Initial margin that the positions tie up. */
  margin: Cash;
  levelsFilledMax: number;
  /** As in the net cycle. */
  deviationMax: number;
}

const NOTHING_HELD: Readonly<Held> = heldByNone();

export function heldByNone(): Held {
  return { notional: ZERO_CASH, margin: ZERO_CASH, levelsFilledMax: 0, deviationMax: 0 };
}

/** Counts an open cycle in; `margin` is the initial margin that its position ties up. */
export function countHeld(held: Held, cycle: Cycle, margin: Cash): void {
  held.notional = add(held.notional, cycle.position.cost);
  held.margin = add(held.margin, margin);
  held.levelsFilledMax = Math.max(held.levelsFilledMax, cycle.levelsFilled - 1);
  held.deviationMax = Math.max(held.deviationMax, deviation(cycle.basePrice, cycle.deepestPrice));
}

/** The episode after an event: the cycle has joined, the sums moved, the peaks rose to what the open cycles hold now. */
export function movedNetCycle(net: NetCycle, movement: NetMovement): NetCycle {
  const { direction, moved } = movement;
  const held = movement.held ?? NOTHING_HELD;
  const hasJoined = holds(net, movement);
  return {
    seq: net.seq,
    beginAt: net.beginAt,
    endAt: net.endAt,
    directions: hasJoined || net.directions.includes(direction) ? net.directions : [...net.directions, direction],
    cycles: hasJoined ? net.cycles : [...net.cycles, { direction, seq: movement.seq }],
    ordersFilled: movement.isOrderFilled ? net.ordersFilled + 1 : net.ordersFilled,
    levelsFilledMax: Math.max(net.levelsFilledMax, held.levelsFilledMax),
    deviationMax: Math.max(net.deviationMax, held.deviationMax),
    notionalMax: larger(net.notionalMax, held.notional),
    peakMargin: larger(net.peakMargin, held.margin),
    gross: add(net.gross, moved.gross),
    commission: add(net.commission, moved.commission),
    funding: add(net.funding, moved.funding),
    liquidationFee: add(net.liquidationFee, moved.liquidationFee),
  };
}

/** Looks from the newest on: an episode that is never flat gathers cycles without end, and the open ones came last. */
function holds({ cycles }: NetCycle, { direction, seq }: Pick<NetMovement, 'direction' | 'seq'>): boolean {
  for (let place = cycles.length - 1; place >= 0; place -= 1) {
    const cycle = at(cycles, place);
    if (cycle.direction === direction) return cycle.seq === seq;
  }
  return false;
}

/** How far the deepest entry lies from the base, as a rate of the base price, rounded half up. */
function deviation(base: Ticks | null, deepest: Ticks | null): number {
  if (base === null || deepest === null) return 0;
  return multiplyDivide(Math.abs(base - deepest), RATE_ONE, base, 'half-up');
}
