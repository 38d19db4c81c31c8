import type { Instrument } from '../model/instrument.ts';
import type { Direction } from '../model/order.ts';
import type { MarketWindow, WindowSpec } from '../model/window.ts';

/** The entry rules of an atom: pure functions that see only closed bars. */
export interface EntrySignal {
  /** The windows that the rules read. Rules run when a bar of the first window closes; without windows, every minute. */
  readonly reads: readonly WindowSpec[];
  /** Called only when every window is complete; windows come in the order in which they were declared. */
  wantsEntry(seen: {
    readonly instrument: Instrument;
    readonly direction: Direction;
    readonly windows: readonly MarketWindow[];
  }): boolean;
}
