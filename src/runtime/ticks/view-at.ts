import { subtract, type Ticks, times, ZERO_CASH } from '#base/exact.ts';
import type { AtomView } from '#engine/model/account.ts';
import type { AtomState } from '#engine/model/atom.ts';
import { type Instrument, notional } from '#engine/model/instrument.ts';
import { signOf } from '#engine/model/order.ts';

/**
 * The values of an atom at a price between two minutes. Its orders and liquidation price are those of the last closed
 * minute, because nothing is decided in between; the liquidation price on a shared wallet moves once a minute.
 */
export function viewAt(view: AtomView, price: Ticks, of: { state: AtomState; instrument: Instrument }): AtomView {
  const position = of.state.cycle?.position;
  const isFlat = position === undefined || position.quantity === 0;
  const unrealized = isFlat
    ? ZERO_CASH
    : times(subtract(notional(of.instrument, price, position.quantity), position.cost), signOf(view.direction));
  return { ...view, mark: price, unrealized };
}
