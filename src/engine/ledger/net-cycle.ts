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

/** A cycle joins the episode with its first fill. */
export function joinNetCycle(net: NetCycle, direction: Direction, seq: number): NetCycle {
  if (net.cycles.some((cycle) => cycle.direction === direction && cycle.seq === seq)) return net;
  const directions = net.directions.includes(direction) ? net.directions : [...net.directions, direction];
  return { ...net, directions, cycles: [...net.cycles, { direction, seq }] };
}

export interface NetMovement {
  readonly gross?: Cash;
  readonly commission?: Cash;
  readonly funding?: Cash;
  readonly liquidationFee?: Cash;
  readonly isOrderFilled?: boolean;
}

export function moveNetCycle(net: NetCycle, movement: NetMovement): NetCycle {
  return {
    ...net,
    gross: add(net.gross, movement.gross ?? ZERO_CASH),
    commission: add(net.commission, movement.commission ?? ZERO_CASH),
    funding: add(net.funding, movement.funding ?? ZERO_CASH),
    liquidationFee: add(net.liquidationFee, movement.liquidationFee ?? ZERO_CASH),
    ordersFilled: net.ordersFilled + (movement.isOrderFilled === true ? 1 : 0),
  };
}

/** Raises the peaks to what the open cycles of the symbol hold now. `open` are the cycles of both directions. */
export function raisePeaks(net: NetCycle, open: readonly Cycle[], initialMargin: Cash): NetCycle {
  const notional = open.reduce((total, cycle) => add(total, cycle.position.cost), ZERO_CASH);
  return {
    ...net,
    notionalMax: larger(net.notionalMax, notional),
    peakMargin: larger(net.peakMargin, initialMargin),
    levelsFilledMax: Math.max(net.levelsFilledMax, ...open.map((cycle) => Math.max(0, cycle.levelsFilled - 1))),
    deviationMax: Math.max(net.deviationMax, ...open.map((cycle) => deviation(cycle.basePrice, cycle.deepestPrice))),
  };
}

/** How far the deepest entry lies from the base, as a rate of the base price, rounded half up. */
function deviation(base: Ticks | null, deepest: Ticks | null): number {
  if (base === null || deepest === null) return 0;
  return multiplyDivide(Math.abs(base - deepest), RATE_ONE, base, 'half-up');
}
