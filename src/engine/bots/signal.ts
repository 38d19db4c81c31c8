import type { Instrument } from '../model/instrument.ts';
import type { Direction } from '../model/order.ts';
import type { MarketWindow, WindowSpec } from '../model/window.ts';

/** When an atom acts: pure functions that see only closed bars. */
export interface Signal {
  /** The windows that are read. Judged when a bar of the first window closes; without windows, every minute. */
  readonly reads: readonly WindowSpec[];
  /** Called only when every window is complete; windows come in the order in which they were declared. */
  acts(seen: {
    readonly instrument: Instrument;
    readonly direction: Direction;
    readonly windows: readonly MarketWindow[];
  }): boolean;
}
