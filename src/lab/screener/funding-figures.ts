import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { fundingHoles } from '#engine/schedule/funding-holes.ts';
import type { Figures } from '#ports/screener.ts';
import type { ScreenedPast } from './screened-past.ts';

const MEAN_DAYS = 7;
const SHARE_DAYS = 30;
/** Funding of contracts that settle more often is told as that of eight hours, so that all compare. */
const USUAL_HOURS = 8;
const RATE_UNITS = 1e8;
const PERCENT = 100;
/** A settlement may be missing at the edge of the span, one in ten inside it. */
const KNOWN_SHARE_MIN = 0.9;

/** What funding was settled lately. */
export function fundingFigures(past: ScreenedPast): Figures {
  const [week, month] = [settledIn(past, MEAN_DAYS), settledIn(past, SHARE_DAYS)];
  return {
    fundingMeanPercent:
      week === null ? 'PAST_SHORT' : (mean(week) / RATE_UNITS) * PERCENT * (USUAL_HOURS / past.fundingHours),
    fundingPositivePercent:
      month === null ? 'PAST_SHORT' : (month.filter((rate) => rate > 0).length / month.length) * PERCENT,
  };
}

/** The rates settled in the last days, in 1e-8; null where too few are known. */
function settledIn({ stored, fundingHours }: ScreenedPast, days: number): readonly number[] | null {
  const from = stored.columns.close.length - days * DAY_MINUTES;
  const { minute, rate } = stored.funding;
  const rates: number[] = [];
  for (let index = minute.length - 1; index >= 0 && at(minute, index) >= from; index -= 1) rates.push(at(rate, index));
  if (from < 0) return null;
  const { columns, frozen } = stored;
  const minutes = { start: instantAt(columns, from), minutes: days * DAY_MINUTES };
  const known = Array.from(minute, (settled) => ({ time: instantAt(columns, settled) }));
  const gaps = frozen.map((gap) => ({ from: gap.from - from, to: gap.to - from }));
  const holes = fundingHoles({ ...minutes, frozen: gaps }, known, fundingHours);
  const missing = holes.reduce((sum, { due }) => sum + due.length, 0);
  return rates.length >= Math.floor((rates.length + missing) * KNOWN_SHARE_MIN) && rates.length > 0 ? rates : null;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
