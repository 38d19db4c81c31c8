import { at } from '#base/assert.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { openReplayFeed } from '../../tests/support/replay-feed.ts';

/** More symbols than are recorded: each recorded one under many names. A symbol is a number and has a name. */
export interface LiveMarket {
  readonly instruments: readonly Instrument[];
  /** Consecutive recorded minutes. */
  readonly minutes: readonly MarketMinute[];
  /** Last close of each symbol, in ticks. */
  readonly closes: readonly number[];
}

export async function openLiveMarket(symbolCount: number, minuteCount: number): Promise<LiveMarket> {
  const feed = await openReplayFeed();
  const recorded = [...feed.instruments.values()];
  const recordedNameOf = new Map<string, string>();
  const instruments = Array.from({ length: symbolCount }, (_, number) => {
    const original = at(recorded, number % recorded.length);
    const symbol = original.symbol.replace('USDT', `${number}USDT`);
    recordedNameOf.set(symbol, original.symbol);
    return { ...original, symbol };
  });
  const minutes = Array.from({ length: minuteCount }, (_, index) =>
    underAllNames(feed.minute(later(feed.startMinute, index * MINUTE_MS)), recordedNameOf),
  );
  const last = at(minutes, minuteCount - 1);
  return { instruments, minutes, closes: instruments.map(({ symbol }) => last.candle(symbol)?.close ?? 0) };
}

function underAllNames(minute: MarketMinute, recordedNameOf: ReadonlyMap<string, string>): MarketMinute {
  const nameOf = (symbol: string): string => recordedNameOf.get(symbol) ?? symbol;
  return {
    time: minute.time,
    candle: (symbol) => minute.candle(nameOf(symbol)),
    mark: () => null,
    funding: (symbol) => minute.funding(nameOf(symbol)),
    range: (symbol, from, to) => minute.range(nameOf(symbol), from, to),
    bar: (symbol, from, to) => minute.bar(nameOf(symbol), from, to),
  };
}
