import { at } from '#base/assert.ts';
import { ema } from '#engine/indicators/averages/ema.ts';
import { natr } from '#engine/indicators/bands/natr.ts';
import { computeIndicator } from '#engine/indicators/compute-indicator.ts';
import type { Indicator } from '#engine/indicators/indicator.ts';
import type { BarTable } from '#engine/scan/bar-table.ts';
import type { Figure, Figures } from '#ports/screener.ts';
import { lastValues, type ScreenedPast } from './screened-past.ts';

const NATR_BARS = 14;
/** After so many bars the first ones weigh less than 1.5 % in the average of Wilder. */
const NATR_PAST_BARS = 60;
const EMA_DAYS = 200;
const RETURNS = 30;
const YEAR_DAYS = 365;
const PERCENT = 100;

/** How much the price moves, and how far it is from its long average. */
export function volatilityFigures({ hourly, fourHourly, daily }: ScreenedPast): Figures {
  return {
    natrHourPercent: natrOf(hourly),
    natrFourHoursPercent: natrOf(fourHourly),
    natrDayPercent: natrOf(daily),
    volatilityPercent: realisedVolatility(daily),
    emaDistancePercent: emaDistance(daily),
  };
}

function natrOf(table: BarTable): Figure {
  return lastOf(natr, { n: NATR_BARS, offset: 0 }, { table, screenedPast: NATR_PAST_BARS });
}

function emaDistance(table: BarTable): Figure {
  const average = lastOf(ema, { n: EMA_DAYS, src: 'close', offset: 0 }, { table, screenedPast: EMA_DAYS });
  const last = table.columns.close.at(-1);
  if (typeof average === 'string' || last === undefined) return 'PAST_SHORT';
  return (last / average - 1) * PERCENT;
}

function lastOf(
  indicator: Indicator,
  params: Parameters<typeof computeIndicator>[1],
  { table, screenedPast }: { readonly table: BarTable; readonly screenedPast: number },
): Figure {
  if (table.length < screenedPast) return 'PAST_SHORT';
  const value = new Float64Array(table.length);
  computeIndicator(indicator, params, table.columns, { value });
  const last = value.at(-1) ?? Number.NaN;
  return Number.isNaN(last) ? 'PAST_SHORT' : last;
}

/** The spread of the daily log returns of thirty days, for a year. */
function realisedVolatility({ columns }: BarTable): Figure {
  const closes = lastValues(columns.close, RETURNS + 1);
  if (closes === null) return 'PAST_SHORT';
  const returns = Array.from({ length: RETURNS }, (_, day) => Math.log(at(closes, day + 1) / at(closes, day)));
  const mean = returns.reduce((sum, one) => sum + one, 0) / RETURNS;
  const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (RETURNS - 1);
  return Math.sqrt(variance * YEAR_DAYS) * PERCENT;
}
