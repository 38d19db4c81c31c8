import { at } from '#base/assert.ts';
import { add, type Cash, larger, multiplyDivide, RATE_ONE, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Direction } from '../model/order.ts';
import type { NetCycle } from '../model/record.ts';

/** An open net cycle. The account that owns it changes it in place and hands out copies. */
export type OpenNetCycle = { -readonly [Name in keyof NetCycle]: NetCycle[Name] };

/** The net cycle that begins with a first entry fill. */
export function beginNetCycle(seq: number, at: Instant): OpenNetCycle {
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

/** How one event of a cycle changes its net cycle. */
export interface NetMovement {
  readonly direction: Direction;
  /** Number of the cycle. */
  readonly seq: number;
  readonly moved: Pick<Cycle, 'gross' | 'commission' | 'funding' | 'liquidationFee'>;
  readonly isOrderFilled: boolean;
  /** What the open cycles of the symbol hold in both directions after the event; null when it is unchanged. */
  readonly held: Held | null;
}

export interface Held {
  notional: Cash;
  /** Initial margin of the positions. */
  margin: Cash;
  levelsFilledMax: number;
  /** As in `NetCycle`. */
  deviationMax: number;
}

export function heldByNone(): Held {
  return { notional: ZERO_CASH, margin: ZERO_CASH, levelsFilledMax: 0, deviationMax: 0 };
}

/** Adds an open cycle; `margin` is the initial margin of its position. */
export function countHeld(held: Held, cycle: Cycle, margin: Cash): void {
  held.notional = add(held.notional, cycle.position.cost);
  held.margin = add(held.margin, margin);
  held.levelsFilledMax = Math.max(held.levelsFilledMax, cycle.levelsFilled);
  held.deviationMax = Math.max(held.deviationMax, deviation(cycle.basePrice, cycle.deepestPrice));
}

/** Applies an event to the net cycle: adds the cycle, updates the sums, and raises the peaks to what is held now. */
export function moveNetCycle(net: OpenNetCycle, movement: NetMovement): void {
  const { moved, held } = movement;
  if (!holds(net, movement)) join(net, movement);
  if (movement.isOrderFilled) net.ordersFilled += 1;
  net.gross = add(net.gross, moved.gross);
  net.commission = add(net.commission, moved.commission);
  net.funding = add(net.funding, moved.funding);
  net.liquidationFee = add(net.liquidationFee, moved.liquidationFee);
  if (held === null) return;
  net.levelsFilledMax = Math.max(net.levelsFilledMax, held.levelsFilledMax);
  net.deviationMax = Math.max(net.deviationMax, held.deviationMax);
  net.notionalMax = larger(net.notionalMax, held.notional);
  net.peakMargin = larger(net.peakMargin, held.margin);
}

function join(net: OpenNetCycle, { direction, seq }: NetMovement): void {
  if (!net.directions.includes(direction)) net.directions = [...net.directions, direction];
  net.cycles = [...net.cycles, { direction, seq }];
}

/** Searches from the newest on: a net cycle that is never flat keeps growing, and its open cycles are the last ones. */
function holds({ cycles }: NetCycle, { direction, seq }: Pick<NetMovement, 'direction' | 'seq'>): boolean {
  for (let index = cycles.length - 1; index >= 0; index -= 1) {
    const cycle = at(cycles, index);
    if (cycle.direction === direction) return cycle.seq === seq;
  }
  return false;
}

/** How far the deepest entry lies from the base, as a rate of the base price, rounded half up. */
function deviation(base: Ticks | null, deepest: Ticks | null): number {
  if (base === null || deepest === null) return 0;
  return multiplyDivide(Math.abs(base - deepest), RATE_ONE, base, 'half-up');
}
