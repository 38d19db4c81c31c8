import type * as z from 'zod/mini';
import { parseDecimal, trimDecimal } from '#base/decimal.ts';
import { CASH_PER_USDT, multiplyDivide, type Steps, steps } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { type Bracket, type Grid, gridOf, type Instrument } from '#engine/model/instrument.ts';
import type { Listing } from '#ports/market-source.ts';
import { answerError } from '../transport/exchange-error.ts';
import { cautiousBrackets, MAKER_FEE, TAKER_FEE } from './cautious-terms.ts';
import { readCash, readRate } from './read-decimal.ts';
import { readShape } from './read-shape.ts';
import type { SymbolBrackets } from './wire-listing.ts';
import {
  fundingInfo,
  leverageBrackets,
  lotSize,
  marketLotSize,
  maxNumOrders,
  minNotional,
  priceFilter,
  type WireContract,
  wireContract,
  wireExchangeInfo,
} from './wire-listing.ts';

const FUNDING_HOURS = 8;
const GRID_DECIMALS_MAX = 12;
/** The limit of exact cash is about 90 million USDT. */
const CAP_MAX_USDT = 90_000_000;

/** The parsed list of contracts. */
export interface Listings {
  readonly listings: readonly Listing[];
  /** Weight limit a minute per address; null when the answer has none. */
  readonly weightLimit: number | null;
}

/** The exchange's answers about its contracts, and the brackets that keys have read so far, by symbol. */
export interface ListingAnswers {
  readonly info: unknown;
  readonly funding: unknown;
  readonly brackets: ReadonlyMap<string, readonly Bracket[]>;
}

/**
 * USDT perpetual contracts. A contract whose tick times step is finer than 1e-8 USDT cannot be represented exactly and
 * is omitted, and so is an incomplete one that is not traded yet.
 * @throws ExchangeError `answer`
 */
export function readListings({ info, funding, brackets }: ListingAnswers): Listings {
  const { symbols, rateLimits } = readShape(wireExchangeInfo, info, 'the list of contracts');
  const hours = new Map(
    readShape(fundingInfo, funding, 'funding intervals').map((row) => [row.symbol, row.fundingIntervalHours]),
  );
  const rows = symbols.filter((row) => row.contractType === 'PERPETUAL' && row.quoteAsset === 'USDT');
  const listings = rows.filter(isReadable).flatMap((row) => {
    const read = readShape(wireContract, row, `the contract ${row.symbol}`);
    const instrument = readInstrument(read, brackets.get(read.symbol));
    return instrument === null ? [] : [listing(read, instrument, hours.get(read.symbol), brackets.has(read.symbol))];
  });
  const weight = rateLimits.find((row) => row.rateLimitType === 'REQUEST_WEIGHT' && row.interval === 'MINUTE');
  return { listings, weightLimit: weight === undefined ? null : Math.floor(weight.limit / weight.intervalNum) };
}

/** A contract that is not traded yet may be incomplete; a traded one must be readable. */
function isReadable(row: Readonly<Record<string, unknown>>): boolean {
  return row['status'] === 'TRADING' || wireContract.safeParse(row).success;
}

/** Maintenance tiers by symbol, lowest first. @throws ExchangeError `answer` */
export function readBrackets(value: unknown): ReadonlyMap<string, readonly Bracket[]> {
  const read = readShape(leverageBrackets, value, 'maintenance tiers');
  const rows = Array.isArray(read) ? read : [read];
  return new Map(rows.map((row) => [row.symbol, tiersOf(row)]));
}

function listing(read: WireContract, instrument: Instrument, hours: number | undefined, hasBrackets: boolean): Listing {
  return {
    instrument,
    status: statusOf(read.status),
    onboardDate: instantOf(read.onboardDate) satisfies Instant,
    sector: read.underlyingSubType[0] ?? '',
    fundingHours: hours ?? FUNDING_HOURS,
    hasBrackets,
  };
}

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/common-definition: contract status */
function statusOf(status: string): Listing['status'] {
  if (status === 'TRADING') return 'TRADING';
  return ['DELIVERING', 'DELIVERED', 'CLOSE'].includes(status) ? 'DELISTED' : 'HALTED';
}

function readInstrument(read: WireContract, brackets: readonly Bracket[] | undefined): Instrument | null {
  const tick = gridFrom(filter(read, 'PRICE_FILTER', priceFilter).tickSize);
  const lot = filter(read, 'LOT_SIZE', lotSize);
  const step = gridFrom(lot.stepSize);
  const cashPerTickStep = (tick.units * step.units * CASH_PER_USDT) / 10 ** (tick.decimals + step.decimals);
  if (!Number.isSafeInteger(cashPerTickStep) || cashPerTickStep <= 0) return null;
  return {
    symbol: read.symbol,
    baseAsset: read.baseAsset,
    tick,
    step,
    cashPerTickStep,
    quantityMin: countOf(lot.minQty, step),
    quantityMax: countOf(lot.maxQty, step),
    marketQuantityMax: countOf(filter(read, 'MARKET_LOT_SIZE', marketLotSize).maxQty, step),
    notionalMin: readCash(filter(read, 'MIN_NOTIONAL', minNotional).notional),
    brackets: brackets ?? cautiousBrackets(),
    makerFee: MAKER_FEE,
    takerFee: TAKER_FEE,
    liquidationFee: readRate(read.liquidationFee),
    ordersMax: filter(read, 'MAX_NUM_ORDERS', maxNumOrders).limit,
  };
}

function filter<Schema extends z.ZodMiniType>(read: WireContract, type: string, schema: Schema): z.output<Schema> {
  const found = read.filters.find((row) => row.filterType === type);
  return readShape(schema, found, `the filter ${type} of ${read.symbol}`);
}

function gridFrom(text: string): Grid {
  const count = parseDecimal(text, GRID_DECIMALS_MAX);
  if (count === null || count <= 0) throw answerError('a grid that is no decimal above zero');
  return gridOf(text);
}

/** A quantity limit in whole steps, rounded down but at least one. */
function countOf(text: string, step: Grid): Steps {
  const decimals = Math.max(step.decimals, trimDecimal(text).split('.')[1]?.length ?? 0);
  const count = parseDecimal(text, decimals);
  if (count === null || count < 0) throw answerError('a bound of quantities that is no decimal');
  return steps(Math.max(1, multiplyDivide(count, 1, step.units * 10 ** (decimals - step.decimals), 'floor')));
}

/** Brackets above the limit of exact cash are omitted; no position reaches them. */
function tiersOf({ brackets }: SymbolBrackets): Bracket[] {
  return brackets
    .filter((row) => Number(row.notionalFloor) < CAP_MAX_USDT)
    .map((row) => ({
      floor: readCash(String(row.notionalFloor)),
      cap: readCash(Number(row.notionalCap) < CAP_MAX_USDT ? String(row.notionalCap) : String(CAP_MAX_USDT)),
      maintenanceRate: readRate(String(row.maintMarginRatio)),
      cumulative: readCash(String(row.cum)),
      leverageMax: row.initialLeverage,
    }))
    .sort((a, b) => a.floor - b.floor);
}
