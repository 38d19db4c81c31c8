import { assert } from '#base/assert.ts';
import type { Cash } from '#base/exact.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/** Maximum notional of a position at a leverage: the cap of the last bracket that allows it. */
export function maxNotional({ symbol, brackets }: Instrument, leverage: number): Cash {
  const bracket = brackets.findLast(({ leverageMax }) => leverageMax >= leverage) ?? brackets.at(0);
  assert(bracket !== undefined, `${symbol} has brackets`);
  return bracket.cap;
}

/** Maximum leverage of a symbol. */
export function leverageMax({ brackets }: Instrument): number {
  return Math.max(...brackets.map((bracket) => bracket.leverageMax));
}
