import { cashFrom } from '#base/decimal.ts';
import { type Instant, instantOf, MINUTE_MS, startOf } from '#base/time.ts';
import type { Grid, Instrument } from '#engine/model/instrument.ts';
import type { Disturbance, Filters } from '../market.ts';

/** Minutes without a market: [from, to); a null `to` means the halt still lasts. */
export interface Halt {
  readonly from: Instant;
  readonly to: Instant | null;
}

/** The disturbances of one symbol, in the order of their minutes. */
export interface SymbolChanges {
  /** Whether the market trades as its prices say, without a halt or a shock. */
  readonly isNone: boolean;
  /** Oldest first, not adjacent. */
  readonly halts: readonly Halt[];
  /** The factor of all prices of a minute. */
  factor(minute: Instant): number;
  /** The halt that contains a minute. */
  halt(minute: Instant): Halt | null;
  readonly filters: Filters;
}

/** Combines the disturbances of one symbol. A halt within a halt adds nothing. */
export function symbolChanges(instrument: Instrument, disturbances: readonly Disturbance[]): SymbolChanges {
  const halts = haltsOf(disturbances);
  const shocks = disturbances.filter((disturbance) => disturbance.kind === 'shock');
  return {
    isNone: halts.length === 0 && shocks.length === 0,
    halts,
    factor(minute) {
      let factor = 1;
      for (const shock of shocks) if (startOf(shock.minute, MINUTE_MS) <= minute) factor *= shock.factor;
      return factor;
    },
    halt: (minute) => halts.findLast(({ from, to }) => from <= minute && (to === null || minute < to)) ?? null,
    filters: filtersOf(instrument, disturbances),
  };
}

function haltsOf(disturbances: readonly Disturbance[]): readonly Halt[] {
  const marks = disturbances
    .flatMap((disturbance) => (disturbance.kind === 'halt' || disturbance.kind === 'resume' ? [disturbance] : []))
    .toSorted((one, other) => one.minute - other.minute);
  const halts: Halt[] = [];
  let from: Instant | null = null;
  for (const { kind, minute } of marks) {
    const at = startOf(minute, MINUTE_MS);
    if (kind === 'halt') from ??= at;
    if (kind === 'resume' && from !== null) {
      if (from < at) halts.push({ from, to: at });
      from = null;
    }
  }
  return from === null ? halts : [...halts, { from, to: null }];
}

/** A new grid must be a multiple of the instrument's own, so that candles stay on it; any other is ignored. */
function filtersOf({ tick, step, notionalMin }: Instrument, disturbances: readonly Disturbance[]): Filters {
  let filters: Filters = { tick, step, notionalMin };
  for (const disturbance of disturbances) {
    if (disturbance.kind !== 'filters') continue;
    filters = {
      tick: widened(filters.tick, tick, disturbance.tickUnits),
      step: widened(filters.step, step, disturbance.stepUnits),
      notionalMin: disturbance.notionalMin === null ? filters.notionalMin : cashFrom(disturbance.notionalMin),
    };
  }
  return filters;
}

function widened(now: Grid, own: Grid, units: number | null): Grid {
  return units === null || units % own.units !== 0 ? now : { units, decimals: own.decimals };
}

/** The last minute before a halt. */
export function beforeHalt({ from }: Halt): Instant {
  return instantOf(from - MINUTE_MS);
}
