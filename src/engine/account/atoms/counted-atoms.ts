import { assert } from '#base/assert.ts';
import { type Steps, steps, type Ticks, ticks } from '#base/exact.ts';
import type { BotFamily } from '../../bots/bot-family.ts';
import { familyOf } from '../../bots/families.ts';
import type { BotSnapshot } from '../../model/account.ts';
import type { AtomState } from '../../model/atom.ts';
import type { Cycle } from '../../model/cycle.ts';
import {
  convertedCount,
  countedIn,
  hasSameGrids,
  type Instrument,
  type InstrumentGrids,
} from '../../model/instrument.ts';
import type { WorkingOrder } from '../../model/order.ts';
import type { Position } from '../../model/position.ts';

/** A stored atom, and the instrument whose tick and step its prices and quantities are counted in. */
export interface CountedAtom {
  readonly state: AtomState;
  readonly instrument: Instrument;
  /** True when the exchange has replaced this tick or step and the state is no whole number of the present ones. */
  readonly isOffGrid: boolean;
}

/**
 * The atoms of a stored bot in the present ticks and steps of their symbols. Both directions of a symbol are converted
 * exactly, or neither is. A bot stored without its grids is taken to count in the present ones.
 */
export function countedAtoms(
  { bot, grids }: BotSnapshot,
  instruments: ReadonlyMap<string, Instrument>,
): readonly CountedAtom[] {
  const family = familyOf(bot.kind);
  const bySymbol = new Map<string, readonly CountedAtom[]>();
  for (const [symbol, atoms] of Map.groupBy(bot.atoms, (state) => state.symbol)) {
    const present = instruments.get(symbol);
    assert(present !== undefined, `the instrument ${symbol} is known`);
    const stored = countedIn(present, grids);
    const converted = atoms.map((state) => convertedAtom(state, { family, from: stored, to: present }));
    const states = converted.filter((state) => state !== null);
    const isOffGrid = states.length < atoms.length;
    const instrument = isOffGrid ? stored : present;
    bySymbol.set(
      symbol,
      (isOffGrid ? atoms : states).map((state) => ({ state, instrument, isOffGrid })),
    );
  }
  return bot.atoms.flatMap(
    ({ symbol, direction }) => bySymbol.get(symbol)?.find(({ state }) => state.direction === direction) ?? [],
  );
}

interface Conversion {
  readonly family: Pick<BotFamily, 'convertTicks'>;
  readonly from: InstrumentGrids;
  readonly to: InstrumentGrids;
}

/** The state in other ticks and steps; null when one of its counts is no whole number of them. */
function convertedAtom(state: AtomState, { family, from, to }: Conversion): AtomState | null {
  const { cycle } = state;
  if (cycle === null || hasSameGrids(from, to)) return state; // A flat atom has no price and no quantity.
  let isExact = true;
  const count = (value: number, grid: 'tick' | 'step'): number => {
    const converted = convertedCount(value, from[grid], to[grid]);
    if (converted === null) isExact = false;
    return converted ?? value;
  };
  const counts: Counts = {
    price: (value) => (value === null ? null : ticks(count(value, 'tick'))),
    quantity: (value) => steps(count(value, 'step')),
  };
  const params = family.convertTicks?.(cycle.params, (value) => ticks(count(value, 'tick'))) ?? cycle.params;
  const converted = { ...convertedCycle(cycle, counts), params };
  return isExact ? { ...state, cycle: converted } : null;
}

interface Counts {
  price(value: Ticks | null): Ticks | null;
  quantity(value: Steps): Steps;
}

/** The required fields of a type that hold prices or quantities: a new one that is not converted below does not compile. */
type Counted<T> = {
  [K in keyof T as NonNullable<T[K]> extends Ticks | Steps | Position | readonly WorkingOrder[] ? K : never]: T[K];
};

function convertedCycle(cycle: Cycle, { price, quantity }: Counts): Cycle {
  const { leaving } = cycle;
  const leavingNow = leaving?.map((left) => ({ ...left, order: convertedOrder(left.order, { price, quantity }) }));
  return {
    ...cycle,
    ...(leavingNow === undefined ? {} : { leaving: leavingNow }),
    ...({
      basePrice: price(cycle.basePrice),
      deepestPrice: price(cycle.deepestPrice),
      trailingExtreme: price(cycle.trailingExtreme),
      lowSeen: price(cycle.lowSeen),
      highSeen: price(cycle.highSeen),
      position: { ...cycle.position, quantity: quantity(cycle.position.quantity) },
      orders: cycle.orders.map((order) => convertedOrder(order, { price, quantity })),
      entryQuantity: quantity(cycle.entryQuantity),
      exitQuantity: quantity(cycle.exitQuantity),
    } satisfies Counted<Cycle>),
  };
}

function convertedOrder<Order extends WorkingOrder>(order: Order, { price, quantity }: Counts): Order {
  return {
    ...order,
    ...({
      price: price(order.price),
      triggerPrice: price(order.triggerPrice),
      quantity: order.quantity === null ? null : quantity(order.quantity),
      filled: quantity(order.filled),
      decisionPrice: price(order.decisionPrice),
    } satisfies Counted<WorkingOrder>),
  };
}
