import { cashFrom } from '#base/decimal.ts';
import { type Instant, instantOf, MINUTE_MS, startOf } from '#base/time.ts';
import type { Grid, Instrument } from '#engine/model/instrument.ts';
import type { Disturbance, Filters } from '../market.ts';

/** Minutes without a market: from `from` on, `to` excluded; null is to this day. */
export interface Halt {
  readonly from: Instant;
  readonly to: Instant | null;
}

/** What was done to one symbol by hand, in the order of its minutes. */
export interface SymbolChanges {
  /** Oldest first; they do not touch. */
  readonly halts: readonly Halt[];
  /** What all prices of a minute are multiplied by. */
  factor(minute: Instant): number;
  /** The halt that a minute lies in. */
  halt(minute: Instant): Halt | null;
  readonly filters: Filters;
}

/** Sums up the disturbances of one symbol. Minutes are those in which they lie; a halt in a halt adds nothing. */
export function symbolChanges(instrument: Instrument, disturbances: readonly Disturbance[]): SymbolChanges {
  const halts = haltsOf(disturbances);
  const shocks = disturbances.filter((disturbance) => disturbance.kind === 'shock');
  return {
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

/** A grid must be a multiple of the instrument's own, or candles and orders would not meet; another one changes nothing. */
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

/** A minute moved back out of a halt: the last one before it. */
export function beforeHalt({ from }: Halt): Instant {
  return instantOf(from - MINUTE_MS);
}
