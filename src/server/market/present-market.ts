import type * as z from 'zod/mini';
import { cashText, formatDecimal, percentText, trimDecimal } from '#base/decimal.ts';
import { multiplyDivide } from '#base/exact.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import type { getMarketHistory, marketRow } from '#contract/market.ts';
import { gridText, priceText } from '#engine/model/instrument.ts';
import type { ContractFacts, ContractHistory } from '#market/market-answers.ts';
import type { MinuteSpan } from '#market/store/span-set.ts';
import type { Listing, Ticker } from '#ports/market-source.ts';
import { maybeTimeText, timeText } from '../http/text.ts';

type MarketRow = z.output<typeof marketRow>;
type History = z.output<(typeof getMarketHistory)['reply']>;

const SPANS_SHOWN = 200;
const ALL_PERCENT = 100;

/** One contract as the market list shows it. */
export function presentMarketRow({ listing, ticker, mark, stored, coveredPercent }: ContractFacts): MarketRow {
  const { instrument, status, sector, onboardDate, fundingHours } = listing;
  const { symbol, baseAsset } = instrument;
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
    oldestMinute: maybeTimeText(stored?.from ?? null),
    newestMinute: newestOf(stored),
    coveredPercent,
  };
}

/** Which minutes of a contract are stored, and which are missing since the oldest one. */
export function presentHistory({ instrument, onboardDate }: Listing, found: ContractHistory): History {
  const { present, absent, gaps, presentAt } = found;
  return {
    symbol: instrument.symbol,
    listedAt: timeText(onboardDate),
    presentAt: timeText(presentAt),
    oldestMinute: maybeTimeText(present[0]?.from ?? null),
    newestMinute: newestOf(present.at(-1) ?? null),
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

function newestOf(span: MinuteSpan | null): string | null {
  return span === null ? null : timeText(later(span.to, -MINUTE_MS));
}

function minutesOf(spans: readonly MinuteSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + (to - from) / MINUTE_MS, 0);
}

function changePercent({ last, open }: Ticker): string | null {
  if (open === 0) return null;
  return formatDecimal(multiplyDivide(last - open, ALL_PERCENT * ALL_PERCENT, open, 'half-up'), 2);
}
