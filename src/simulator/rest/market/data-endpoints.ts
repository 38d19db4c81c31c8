import { setImmediate } from 'node:timers/promises';
import { formatDecimal } from '#base/decimal.ts';
import { multiplyDivide, steps, subtract } from '#base/exact.ts';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#base/time.ts';
import { priceText, quantityText } from '#engine/model/instrument.ts';
import { intervalEnd, intervalStart } from '../../market/bars/intervals.ts';
import { quoteVolumeText } from '../../market/bars/quote-volume.ts';
import type { Kline, KlineInterval, SimulatedMarket } from '../../market/market.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import { accept } from '../../wire-error.ts';
import { contractOf, listedSymbol } from '../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { choice, pastRows, readParams } from '../http/read-params.ts';
import { momentOf, open, reversed } from './market-call.ts';

const PERIODS = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const satisfies readonly KlineInterval[];
const LIMIT_USUAL = 30;
const LIMIT_MAX = 500;
/** Older rows are not returned. */
const KEPT_MS = 30 * DAY_MS;
/** Rows computed before other requests get a turn. */
const SLICE_ROWS = 50;
/** Circulating supply as a multiple of the maximum order quantity; an arbitrary figure. */
const COINS_PER_ORDER = 20_000;

/** Share of long accounts when contract and index prices are equal, and its change with their difference. */
const GROUPS = {
  everybody: { base: 0.52, slope: 15 },
  topAccounts: { base: 0.55, slope: 20 },
  topPositions: { base: 0.53, slope: 10 },
} as const;
const [SHARE_MIN, SHARE_MAX] = [0.2, 0.8];

/** One row at the end of a period; null when there is none. */
type PresentRow = (
  listed: ListedSymbol,
  market: SimulatedMarket,
  period: KlineInterval,
  timestamp: Instant,
) => object | null;

/** Statistics by period. https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Open-Interest-Statistics */
export const dataEndpoints: readonly Endpoint[] = [
  data('openInterestHist', presentInterest),
  data('topLongShortPositionRatio', longShort(GROUPS.topPositions)),
  data('topLongShortAccountRatio', longShort(GROUPS.topAccounts)),
  data('globalLongShortAccountRatio', longShort(GROUPS.everybody)),
  data('takerlongshortRatio', presentTakers),
  open('/futures/data/basis', 0, basis, 'data'),
  open('/futures/data/delivery-price', 0, deliveries, 'data'),
];

const PERIOD = {
  period: choice(PERIODS),
  ...pastRows(LIMIT_USUAL, LIMIT_MAX),
};
/** Of these only perpetual contracts are listed. */
const CONTRACT_TYPES = ['PERPETUAL', 'CURRENT_QUARTER', 'NEXT_QUARTER'] as const;

function data(name: string, present: PresentRow): Endpoint {
  return open(`/futures/data/${name}`, 0, (call) => periodRows(call, present), 'data');
}

/** The first rows from a start time, otherwise the last ones; each stamped with the end of its period. */
async function periodRows(call: EndpointCall, present: PresentRow): Promise<EndpointAnswer> {
  const read = readParams(call.params, { symbol: listedSymbol(call), ...PERIOD });
  return read.ok ? rowsOf(call, read.value, present) : read;
}

/** The pair of a perpetual contract has the contract's name. */
async function basis(call: EndpointCall): Promise<EndpointAnswer> {
  const read = readParams(call.params, {
    pair: listedSymbol(call),
    contractType: choice(CONTRACT_TYPES),
    ...PERIOD,
  });
  if (!read.ok) return read;
  const { pair, contractType, ...period } = read.value;
  return contractType === 'PERPETUAL' ? rowsOf(call, { symbol: pair, ...period }, presentBasis) : accept([]);
}

/** Only perpetual contracts are listed, and those are never delivered. */
function deliveries(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, { pair: listedSymbol(call) });
  return read.ok ? accept([]) : read;
}

interface PeriodQuery {
  readonly symbol: string;
  readonly period: KlineInterval;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly limit: number;
}

async function rowsOf(call: EndpointCall, query: PeriodQuery, present: PresentRow): Promise<EndpointAnswer> {
  const { symbol, period, startTime, endTime, limit } = query;
  const refusal = reversed(startTime, endTime);
  if (refusal !== null) return refusal;
  const { market, now } = momentOf(call);
  const listed = contractOf(call.simulation, symbol);
  const oldest = Math.max(now - KEPT_MS, listed.onboardDate, startTime ?? 0);
  const newest = Math.min(now, endTime ?? now);
  const all = timestamps(period, oldest, newest);
  const wanted = startTime === null ? all.slice(-limit) : all.slice(0, limit);
  const rows: object[] = [];
  for (const [index, timestamp] of wanted.entries()) {
    const row = present(listed, market, period, timestamp);
    if (row !== null) rows.push(row);
    if (index % SLICE_ROWS === SLICE_ROWS - 1) await setImmediate();
  }
  return accept(rows);
}

/** Ends of periods in [oldest, newest]. */
function timestamps(period: KlineInterval, oldest: number, newest: number): readonly Instant[] {
  const found: Instant[] = [];
  const first = intervalStart(period, oldest);
  let timestamp = first < oldest ? intervalEnd(period, first) : first;
  for (; timestamp <= newest; timestamp = intervalEnd(period, timestamp)) found.push(timestamp);
  return found;
}

/** The period that ended at a timestamp. */
function periodKline(
  listed: ListedSymbol,
  market: SimulatedMarket,
  interval: KlineInterval,
  timestamp: Instant,
): Kline | null {
  const startTime = intervalStart(interval, timestamp - 1);
  const query = { series: 'last', interval, startTime, endTime: startTime, limit: 1 } as const;
  return market.klines(listed.instrument.symbol, query, timestamp)[0] ?? null;
}

/** The mark at the close before a timestamp, as the open interest is: most minutes have one without drawing their prints. */
function closedMark(market: SimulatedMarket, symbol: string, timestamp: Instant): number | null {
  const startTime = later(timestamp, -MINUTE_MS);
  const query = { series: 'mark', interval: '1m', startTime, endTime: startTime, limit: 1 } as const;
  return market.klines(symbol, query, timestamp)[0]?.close ?? market.mark(symbol, timestamp);
}

function presentInterest(
  listed: ListedSymbol,
  market: SimulatedMarket,
  _period: KlineInterval,
  timestamp: Instant,
): object | null {
  const { instrument } = listed;
  const { symbol } = instrument;
  const open = market.openInterest(symbol, timestamp);
  const mark = closedMark(market, symbol, timestamp);
  if (open === null || mark === null) return null;
  const value = BigInt(open) * BigInt(mark) * BigInt(instrument.cashPerTickStep);
  return {
    symbol,
    sumOpenInterest: quantityText(instrument, open),
    sumOpenInterestValue: quoteVolumeText(value),
    CMCCirculatingSupply: quantityText(instrument, steps(instrument.quantityMax * COINS_PER_ORDER)),
    timestamp,
  };
}

/** A perpetual contract has no date to annualise to. */
function presentBasis(
  { instrument }: ListedSymbol,
  market: SimulatedMarket,
  _period: KlineInterval,
  timestamp: Instant,
): object | null {
  const { symbol } = instrument;
  const [last, index] = [market.last(symbol, timestamp), market.index(symbol, timestamp)];
  if (last === null || index === null) return null;
  const difference = subtract(last, index);
  return {
    indexPrice: priceText(instrument, index),
    contractType: 'PERPETUAL',
    basisRate: formatDecimal(multiplyDivide(difference, 10_000, index, 'half-up'), 4),
    futuresPrice: priceText(instrument, last),
    annualizedBasisRate: '',
    basis: priceText(instrument, difference),
    pair: symbol,
    timestamp,
  };
}

/** No accounts are counted; the long share is derived from the contract's premium over its index. */
function longShort({ base, slope }: (typeof GROUPS)[keyof typeof GROUPS]): PresentRow {
  return ({ instrument }, market, _period, timestamp) => {
    const { symbol } = instrument;
    const [last, index] = [market.last(symbol, timestamp), market.index(symbol, timestamp)];
    if (last === null || index === null) return null;
    const long = Math.min(SHARE_MAX, Math.max(SHARE_MIN, base + slope * (last / index - 1)));
    return {
      symbol,
      longShortRatio: (long / (1 - long)).toFixed(4),
      longAccount: long.toFixed(4),
      shortAccount: (1 - long).toFixed(4),
      timestamp,
    };
  };
}

function presentTakers(
  listed: ListedSymbol,
  market: SimulatedMarket,
  period: KlineInterval,
  timestamp: Instant,
): object | null {
  const kline = periodKline(listed, market, period, timestamp);
  if (kline === null) return null;
  const [bought, sold] = [kline.takerBuyVolume, kline.volume - kline.takerBuyVolume];
  return {
    buySellRatio: (sold === 0 ? 1 : bought / sold).toFixed(4),
    buyVol: quantityText(listed.instrument, steps(bought)),
    sellVol: quantityText(listed.instrument, steps(sold)),
    timestamp,
  };
}
