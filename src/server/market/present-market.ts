import type * as z from 'zod/mini';
import { cashText, formatDecimal, percentText, trimDecimal } from '#base/decimal.ts';
import { multiplyDivide } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { getMarketHistory, marketRow } from '#contract/market.ts';
import { gridText, priceText } from '#engine/model/instrument.ts';
import type { MinuteSpan } from '#market/store/span-set.ts';
import type { Listing, Ticker } from '#ports/market-source.ts';
import { maybeTimeText, timeText } from '../http/text.ts';
import type { MarketServices } from './market-services.ts';

type MarketRow = z.output<typeof marketRow>;
type History = z.output<(typeof getMarketHistory)['reply']>;

/** The coverage of the list is that of so much past, up to the hour whose minutes may be on their way. */
const LISTED_PAST_MS = 30 * DAY_MS;
const SPANS_SHOWN = 200;
const ALL_PERCENT = 100;

/** One contract as the market list shows it. */
export function presentMarketRow(listing: Listing, market: MarketServices): MarketRow {
  const { instrument, status, sector, onboardDate, fundingHours } = listing;
  const { symbol, baseAsset } = instrument;
  const ticker = market.board.ticker(symbol);
  const mark = market.board.mark(symbol);
  const { present } = market.store.coverage(symbol);
  return {
    ...{ symbol, baseAsset, status, sector, fundingHours },
    listedAt: timeText(onboardDate),
    tickSize: gridText(instrument.tick),
    lastPrice: ticker && priceText(instrument, ticker.last),
    changePercent: ticker && changePercent(ticker),
    highPrice: ticker && priceText(instrument, ticker.high),
    lowPrice: ticker && priceText(instrument, ticker.low),
    turnover: ticker?.quoteVolume.toFixed(0) ?? null,
    tickerAt: maybeTimeText(ticker?.at ?? null),
    markPrice: mark && trimDecimal(cashText(mark.mark)),
    indexPrice: mark && trimDecimal(cashText(mark.index)),
    fundingPercent: mark && percentText(mark.fundingRate),
    nextFundingAt: maybeTimeText(mark?.nextFundingAt ?? null),
    oldestMinute: maybeTimeText(present[0]?.from ?? null),
    newestMinute: newestOf(present),
    coveredPercent: coveredPercent(listing, market),
  };
}

/** Which minutes of a contract are there, and which are missing since the oldest one. */
export function presentHistory({ instrument, onboardDate }: Listing, market: MarketServices): History {
  const { symbol } = instrument;
  const { present, absent } = market.store.coverage(symbol);
  const presentAt = later(market.due(), MINUTE_MS);
  const oldest = present[0]?.from ?? null;
  const gaps = oldest === null ? [] : market.store.missing(symbol, { from: oldest, to: presentAt });
  return {
    symbol,
    listedAt: timeText(onboardDate),
    presentAt: timeText(presentAt),
    oldestMinute: maybeTimeText(oldest),
    newestMinute: newestOf(present),
    minutesStored: minutesOf(present),
    minutesAbsent: minutesOf(absent),
    minutesMissing: minutesOf(gaps),
    stored: present.toReversed().slice(0, SPANS_SHOWN).map(presentSpan),
    gaps: gaps.toReversed().slice(0, SPANS_SHOWN).map(presentSpan),
  };
}

function presentSpan({ from, to }: MinuteSpan): { from: string; to: string } {
  return { from: timeText(from), to: timeText(to) };
}

function newestOf(present: readonly MinuteSpan[]): string | null {
  const end = present.at(-1)?.to ?? null;
  return end === null ? null : timeText(later(end, -MINUTE_MS));
}

function minutesOf(spans: readonly MinuteSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + (to - from) / MINUTE_MS, 0);
}

function changePercent({ last, open }: Ticker): string | null {
  if (open === 0) return null;
  return formatDecimal(multiplyDivide(last - open, ALL_PERCENT * ALL_PERCENT, open, 'half-up'), 2);
}

function coveredPercent({ instrument, onboardDate }: Listing, { store, due }: MarketServices): number {
  const to: Instant = later(due(), -HOUR_MS);
  const from = instantOf(Math.max(onboardDate, to - LISTED_PAST_MS));
  if (from >= to) return ALL_PERCENT; // Listed for a time to come: nothing of it can be missing.
  const missing = minutesOf(store.missing(instrument.symbol, { from, to })) * MINUTE_MS;
  return Math.floor(ALL_PERCENT * (1 - missing / (to - from)));
}
