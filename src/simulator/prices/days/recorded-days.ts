import { assert, at } from '#base/assert.ts';
import { CASH_PER_USDT, type Rate, rate } from '#base/exact.ts';
import { type Scale, scaled, scaledRounds } from '#base/scaled-rounds.ts';
import { DAY_MINUTES, type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { lastClose, nextFunding, thawAt } from '#engine/scan/market-minutes.ts';
import { keptValues } from '../kept-values.ts';
import { type CandleDay, emptyCandleDay, minuteAt } from './day.ts';
import { drawsOf, STREAM } from './draws.ts';
import { addFlow } from './flow.ts';

const DAYS_KEPT = 6;

/** A funding rate and the open of the minute in which it is settled. */
export interface RecordedSettlement {
  readonly at: Instant;
  readonly rate: Rate;
}

/**
 * A recording that repeats endlessly: one repetition before it, the recording itself, then repetitions that continue
 * from the previous end.
 */
export interface RecordedDays {
  /** The candles of a UTC day; frozen minutes, and minutes before the first one, have none. */
  readonly day: (day: number) => CandleDay;
  /** Which repetition a minute belongs to: 0 is the one before the recording, 1 the recording. */
  readonly round: (minute: Instant) => number;
  /** The first settlement in or after a minute; only for a recording with funding. */
  readonly settlementFrom: (minute: Instant) => RecordedSettlement;
}

/**
 * @param recording - candles and funding of the instrument; at least one minute with a market
 * @param seed - for what the recording lacks: trade counts and taker sides
 */
export function recordedDays(recording: SymbolHistory, instrument: Instrument, seed: number): RecordedDays {
  const { columns, frozen } = recording;
  const length = columns.open.length;
  const close = lastClose(recording, { from: 0, to: length });
  assert(close !== null, `the recording of ${instrument.symbol} has a market`);
  const scaleOf = scaledRounds(at(columns.open, thawAt(frozen, 0)), close);
  const firstMinute = firstReplayed(recording);
  const slotAt = (minute: Instant) => slotIn(length, (minute - firstMinute) / MINUTE_MS);
  const make = (number: number): CandleDay => {
    const day = emptyCandleDay();
    for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
      const time = minuteAt(number, minute);
      if (time < firstMinute) continue;
      const { round, index } = slotAt(time);
      if (thawAt(frozen, index) === index) copyMinute(recording, { index, scale: scaleOf(round) }, { day, minute });
    }
    const { symbol, cashPerTickStep } = instrument;
    addFlow(day, cashPerTickStep / CASH_PER_USDT, drawsOf({ seed, symbol, stream: STREAM.flow, part: number }));
    return day;
  };
  return {
    day: keptValues(DAYS_KEPT, make).at,
    round: (minute) => slotAt(minute).round,
    settlementFrom: (minute) => {
      const { index } = slotAt(minute);
      return settlementFrom(recording, { index, minute });
    },
  };
}

/** Open of the first minute that can be replayed: one repetition before the recording. */
export function firstReplayed({ columns }: SymbolHistory): Instant {
  return later(columns.start, -columns.open.length * MINUTE_MS);
}

function slotIn(length: number, count: number): { readonly round: number; readonly index: number } {
  assert(Number.isInteger(count) && count >= 0, `${count} counts minutes that the replay has`);
  return { round: Math.floor(count / length), index: count % length };
}

function copyMinute(
  { columns }: SymbolHistory,
  { index, scale }: { readonly index: number; readonly scale: Scale },
  { day, minute }: { readonly day: CandleDay; readonly minute: number },
): void {
  day.open[minute] = scaled(at(columns.open, index), scale);
  day.high[minute] = scaled(at(columns.high, index), scale);
  day.low[minute] = scaled(at(columns.low, index), scale);
  day.close[minute] = scaled(at(columns.close, index), scale);
  day.volume[minute] = at(columns.volume, index);
}

/** Each repetition settles the recorded rates; after its last settlement comes the first one of the next repetition. */
function settlementFrom(
  { columns, funding }: SymbolHistory,
  { index, minute }: { readonly index: number; readonly minute: Instant },
): RecordedSettlement {
  const count = funding.minute.length;
  const settlement = nextFunding(funding.minute, index);
  const settled = at(funding.minute, settlement % count) + (settlement < count ? 0 : columns.open.length);
  return { at: later(minute, (settled - index) * MINUTE_MS), rate: rate(at(funding.rate, settlement % count)) };
}
