import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { MarketHistory, Stretch } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { type Direction, signOf } from '#engine/model/order.ts';
import { initialMargin } from '#engine/risk/margin/margin.ts';
import { indexOf } from '#engine/scan/market-minutes.ts';
import type { GatheredState } from '../report/gather-records.ts';

/** Minutes at whose closes nothing changes but the price: equity is `fixed + perTick · close`, in cash. */
export interface HeldStretch extends Stretch {
  readonly fixed: number;
  readonly perTick: number;
  readonly margin: Cash;
}

interface Options {
  readonly history: MarketHistory;
  readonly instrument: Instrument;
  readonly direction: Direction;
  /** The minute in which the cycle is opened. */
  readonly first: number;
  readonly leverage: number;
}

/** Notes what one cycle holds while its records come. */
export function openStretches({ history, instrument, direction, first, leverage }: Options) {
  const held: HeldStretch[] = [];
  const sign = signOf(direction);
  let seen = first;
  return {
    held: held as readonly HeldStretch[],
    /** Up to an instant at which something is about to change, with the state until then. */
    drawUntil(time: Instant, { wallet, atoms }: GatheredState): void {
      const to = indexOf(history, time);
      const position = atoms[0]?.position;
      if (to <= seen || position === undefined) return;
      held.push({
        from: seen,
        to,
        fixed: wallet - sign * position.cost,
        perTick: sign * position.quantity * instrument.cashPerTickStep,
        margin: initialMargin(position.cost, leverage),
      });
      seen = to;
    },
  };
}
