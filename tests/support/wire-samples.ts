import { instantOf, MINUTE_MS } from '#base/time.ts';
import type { ScriptedExchange } from './scripted-exchange.ts';

/** The market time of the scripted exchange. */
export const SCRIPTED_MINUTE = instantOf(Date.UTC(2026, 0, 5, 12));

/** A contract as the exchange describes it; tick 0.01, step 0.001. */
export function scriptedContract(symbol: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    symbol,
    pair: symbol,
    contractType: 'PERPETUAL',
    onboardDate: 1_569_398_400_000,
    status: 'TRADING',
    baseAsset: symbol.replace('USDT', ''),
    quoteAsset: 'USDT',
    marginAsset: 'USDT',
    underlyingSubType: ['Layer-1'],
    liquidationFee: '0.012500',
    filters: [
      { filterType: 'PRICE_FILTER', tickSize: '0.01', minPrice: '0.01', maxPrice: '1000000' },
      { filterType: 'LOT_SIZE', stepSize: '0.001', minQty: '0.001', maxQty: '10000' },
      { filterType: 'MARKET_LOT_SIZE', stepSize: '0.001', minQty: '0.001', maxQty: '2000' },
      { filterType: 'MAX_NUM_ORDERS', limit: 200 },
      { filterType: 'MIN_NOTIONAL', notional: '20' },
    ],
    ...changes,
  };
}

/** A closed minute as a kline row. */
export function scriptedKline(minute: number, changes: Record<number, unknown> = {}): unknown[] {
  const row = [minute, '2000.00', '2010.50', '1995.25', '2001.00', '12.345', minute + MINUTE_MS - 1];
  const whole: unknown[] = [...row, '24690.00', 42, '6.000', '12000.00', '0'];
  for (const [index, value] of Object.entries(changes)) whole[Number(index)] = value;
  return whole;
}

/** A candle as the streams send it. */
export function scriptedKlineEvent(minute: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const candle = {
    t: minute,
    T: minute + MINUTE_MS - 1,
    s: 'ETHUSDT',
    i: '1m',
    f: 1,
    L: 2,
    n: 2,
    x: true,
    q: '1',
    V: '1',
    Q: '1',
    B: '0',
  };
  const prices = { o: '2000.00', c: '2001.00', h: '2010.50', l: '1995.25', v: '12.345' };
  return { e: 'kline', E: minute + MINUTE_MS + 5, s: 'ETHUSDT', k: { ...candle, ...prices, ...changes } };
}

/** Makes an exchange list ETHUSDT and answer with the time. */
export function listScripted(exchange: ScriptedExchange, changes: Record<string, unknown> = {}): void {
  const rateLimits = [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2_400 }];
  exchange.answer('GET /fapi/v1/exchangeInfo', {
    json: { rateLimits, symbols: [scriptedContract('ETHUSDT', changes)] },
  });
  exchange.answer('GET /fapi/v1/fundingInfo', { json: [{ symbol: 'ETHUSDT', fundingIntervalHours: 4 }] });
  exchange.answer('GET /fapi/v1/time', () => ({ json: { serverTime: Date.now() } }));
  exchange.answer('GET /fapi/v1/premiumIndex', { json: [scriptedPremium(SCRIPTED_MINUTE)] });
}

/** A mark-price row at an instant of market time. */
export function scriptedPremium(time: number): Record<string, unknown> {
  return {
    symbol: 'ETHUSDT',
    markPrice: '2000.12345678',
    indexPrice: '2000.00000000',
    estimatedSettlePrice: '2000.00',
    lastFundingRate: '0.00010000',
    interestRate: '0.00010000',
    nextFundingTime: SCRIPTED_MINUTE + 240 * MINUTE_MS,
    time,
  };
}
