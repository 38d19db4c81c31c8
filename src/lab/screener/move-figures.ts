import { rateFromPercent } from '#base/decimal.ts';
import { DAY_MINUTES, DAY_MS, later } from '#base/time.ts';
import { partOfPast } from '#engine/moves/moved-past.ts';
import { measureMoves } from '#engine/moves/price-moves.ts';
import { type Figure, type Figures, MOVE_FIGURES } from '#ports/screener.ts';
import type { ScreenedPast } from './screened-past.ts';

/** As far back as price moves are measured, and the least that says anything of a contract. */
const DAYS_MAX = 180;
const DAYS_MIN = 7;
const LONGS = { direction: 'buy', rebound: rateFromPercent('1'), horizonMinutes: 30 * DAY_MINUTES } as const;
const PERCENT = 100;

/**
 * How deep longs fall before a rebound of one percent: A and B of section 7 of docs/domain.md. Entries that have not come
 * back count as not rebounded, whether their thirty days are over or not.
 */
export function moveFigures({ stored, days, end }: ScreenedPast): Figures {
  const past = days < DAYS_MIN ? null : partOfPast(stored, later(end, -DAYS_MAX * DAY_MS), end);
  if (past === null) return Object.fromEntries(MOVE_FIGURES.map((name) => [name, 'PAST_SHORT']));
  const { drops, excursions } = measureMoves(past, LONGS);
  const missing = excursions.censored + excursions.cutOff;
  return {
    swingsPerDay: drops.swingsADay,
    dropP50Percent: known(drops.percent.p50),
    dropP90Percent: known(drops.percent.p90),
    dropP99Percent: known(drops.percent.p99),
    dropWorstPercent: known(drops.percent.max),
    unreboundedPercent: excursions.samples === 0 ? 'UNDEFINED' : (missing / excursions.samples) * PERCENT,
    reboundMinutes: known(excursions.minutes.p50),
  };
}

function known(value: number | null): Figure {
  return value ?? 'UNDEFINED'; // No swing has ended, or the entry at this place has not come back.
}
