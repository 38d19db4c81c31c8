import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { openExchangeFeed } from '#market/exchange-feed.ts';
import { openMarketStore } from '#market/store/market-store.ts';
import type { MarketSource } from '#ports/market-source.ts';
import { openScriptedExchange } from '../support/scripted-exchange.ts';
import { until } from '../support/until.ts';
import {
  listScripted,
  SCRIPTED_MINUTE,
  scriptedKline,
  scriptedKlineEvent,
  scriptedPremium,
} from '../support/wire-samples.ts';

async function feedOver(source: MarketSource) {
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-wire-feed-'));
  const store = await openMarketStore(folder, () => {});
  const marks = await openMarketStore(path.join(folder, 'marks'), () => {});
  const failed = (error: unknown): never => {
    throw error;
  };
  const times = { graceMs: 300, firstWaitMs: 50, silenceMs: 5_000, askedAgainMs: 1_000, marksEveryMs: 5 };
  const feed = await openExchangeFeed({ source, store, marks, watch: null, tell: () => {}, failed, times });
  const close = async (): Promise<void> => {
    await feed.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { feed, store, close };
}

describe('fault 46: the exchange changes a minute that it has already sent', () => {
  it('the feed keeps the first version and reports the other one', async () => {
    const exchange = await openScriptedExchange();
    listScripted(exchange);
    exchange.answer('GET /fapi/v1/klines', ({ query }) => ({
      json: pastBetween(query, later(SCRIPTED_MINUTE, -MINUTE_MS)),
    }));
    exchange.answer('GET /fapi/v1/markPriceKlines', ({ query }) => ({ json: pastBetween(query, SCRIPTED_MINUTE) }));
    exchange.answer('GET /fapi/v1/fundingRate', { json: [] });
    const connected = connectExchange({ name: 'sim', urls: exchange.urls });
    const { feed, store, close } = await feedOver(connected.market);
    await feed.hold(['ETHUSDT'], later(SCRIPTED_MINUTE, -5 * MINUTE_MS));
    await until(() => exchange.streams.has('ethusdt@kline_1m'));
    exchange.answer('GET /fapi/v1/premiumIndex', { json: [scriptedPremium(SCRIPTED_MINUTE + MINUTE_MS + 10)] });
    const say = (changes: Record<string, unknown>): void =>
      exchange.say('/market', JSON.stringify({ data: scriptedKlineEvent(SCRIPTED_MINUTE, changes) }));
    say({});
    await until(() => feed.closed() === SCRIPTED_MINUTE);
    const first = feed.minute(SCRIPTED_MINUTE).candle('ETHUSDT');
    expect(first).toMatchObject({ close: 200_100, volume: 12_345 });
    say({});
    say({ c: '2003.00' });
    await until(() => store.toldTwice().length > 0, 'the report of the change');
    expect(store.toldTwice()).toMatchObject([{ symbol: 'ETHUSDT', kept: first, told: { close: 200_300 } }]);
    expect(feed.minute(SCRIPTED_MINUTE).candle('ETHUSDT')).toEqual(first);
    await close();
    await connected.close();
    await exchange.close();
  });
});

/** Those of the ten minutes up to a last one that a request asks for. */
function pastBetween(query: URLSearchParams, last: Instant): unknown[] {
  const [from, to] = [Number(query.get('startTime')), Number(query.get('endTime'))];
  const minutes = Array.from({ length: 10 }, (_, index) => last - (9 - index) * MINUTE_MS);
  return minutes.filter((minute) => minute >= from && minute <= to).map((minute) => scriptedKline(minute));
}
