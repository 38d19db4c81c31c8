import { at } from '#base/assert.ts';
import { CASH_PER_USDT } from '#base/exact.ts';
import { DAY_MINUTES } from '#base/time.ts';
import { extremesBetween } from '#engine/scan/extremes.ts';
import { lastClose } from '#engine/scan/market-minutes.ts';
import type { Figure, Figures } from '#ports/screener.ts';
import { lastValues, type ScreenedPast } from './screened-past.ts';

const HOUR_MINUTES = 60;
const PERCENT = 100;
const MONTH_DAYS = 30;
const QUARTER_DAYS = 90;

/** How the price has moved, and how much was traded. */
export function priceFigures(past: ScreenedPast): Figures {
  return {
    changeHourPercent: changeOver(past, HOUR_MINUTES),
    changeWeekPercent: changeOver(past, 7 * DAY_MINUTES),
    changeMonthPercent: changeOver(past, MONTH_DAYS * DAY_MINUTES),
    volumeMonthMedian: volumeMedian(past),
    rangeDayPercent: meanRange(past),
    drawdownQuarterPercent: belowHigh(past, QUARTER_DAYS * DAY_MINUTES),
  };
}

/** From the close so many minutes ago to the last one. */
function changeOver({ stored }: ScreenedPast, minutes: number): Figure {
  const { close } = stored.columns;
  const then = close.length - 1 - minutes;
  if (then < 0) return 'PAST_SHORT';
  const [before, now] = [
    lastClose(stored, { from: 0, to: then + 1 }),
    lastClose(stored, { from: 0, to: close.length }),
  ];
  return before === null || now === null ? 'PAST_SHORT' : (now / before - 1) * PERCENT;
}

/** Candles hold the volume in coins: each hour's is valued at the mean of its high, low and close. */
function volumeMedian({ hourly, daily, instrument }: ScreenedPast): Figure {
  const worth = instrument.cashPerTickStep / CASH_PER_USDT;
  const { high, low, close, volume } = hourly.columns;
  const days = daily.length < MONTH_DAYS ? [] : Array.from({ length: MONTH_DAYS }, (_, day) => day);
  if (days.length === 0) return 'PAST_SHORT';
  const first = (daily.first + daily.length - MONTH_DAYS) * 24 - hourly.first;
  const sums = days.map((day) => {
    let sum = 0;
    for (let hour = first + 24 * day; hour < first + 24 * (day + 1); hour += 1) {
      if (hour < 0 || Number.isNaN(at(close, hour))) continue;
      sum += ((at(high, hour) + at(low, hour) + at(close, hour)) / 3) * at(volume, hour);
    }
    return sum * worth;
  });
  return median(sums);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2;
}

/** The mean over the last thirty days of how far apart high and low were, in percent of the open. */
function meanRange({ daily }: ScreenedPast): Figure {
  const { open, high, low } = daily.columns;
  const opens = lastValues(open, MONTH_DAYS);
  if (opens === null) return 'PAST_SHORT';
  const first = open.length - MONTH_DAYS;
  const ranges = Array.from(opens, (price, day) => (at(high, first + day) - at(low, first + day)) / price);
  return (ranges.reduce((sum, range) => sum + range, 0) / MONTH_DAYS) * PERCENT;
}

function belowHigh({ stored }: ScreenedPast, minutes: number): Figure {
  const { length } = stored.columns.close;
  if (length < minutes) return 'PAST_SHORT';
  const extremes = extremesBetween(stored, length - minutes, length);
  const last = lastClose(stored, { from: 0, to: length });
  return extremes === null || last === null ? 'PAST_SHORT' : (last / extremes.high - 1) * PERCENT;
}
