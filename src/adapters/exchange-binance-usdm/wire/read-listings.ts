import type * as z from 'zod/mini';
import { parseDecimal, trimDecimal } from '#base/decimal.ts';
import { CASH_PER_USDT, type Cash, multiplyDivide, RATE_ONE, type Rate, type Steps, steps } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { type Bracket, type Grid, gridOf, type Instrument } from '#engine/model/instrument.ts';
import type { Listing } from '#ports/market-source.ts';
import { answerError } from '../transport/exchange-error.ts';
import { cautiousBrackets, MAKER_FEE, TAKER_FEE } from './cautious-terms.ts';
import { readCash, readRate } from './read-decimal.ts';
import { inField, leaveOut, type ReadList, type Row, readFields, readList } from './read-list.ts';
import { readShape } from './read-shape.ts';
import type { SymbolBrackets } from './wire-listing.ts';
import {
  fundingInfo,
  lotSize,
  marketLotSize,
  maxNumOrders,
  minNotional,
  priceFilter,
  symbolBrackets,
  type WireContract,
  wireContract,
  wireExchangeInfo,
  wireKind,
  wireWeightLimit,
} from './wire-listing.ts';

const FUNDING_HOURS = 8;
const GRID_DECIMALS_MAX = 12;
/** The limit of exact cash is about 90 million USDT. */
const CAP_MAX_USDT = 90_000_000;

/** The parsed list of contracts. */
export interface Listings extends ReadList<Listing> {
  /** Weight limit a minute per address; null when the answer has none that can be right. */
  readonly weightLimit: number | null;
}

/** What the exchange's other answers say of contracts, by symbol. */
export interface KnownTerms {
  readonly fundingHours: ReadonlyMap<string, number>;
  /** Brackets that keys have read so far. */
  readonly brackets: ReadonlyMap<string, readonly Bracket[]>;
}

/**
 * Perpetual contracts, whose rows are read; those on shares and commodities have a kind of their own.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/common-definition: contract type
 */
const LISTED_TYPES: ReadonlySet<string> = new Set(['PERPETUAL', 'TRADIFI_PERPETUAL']);
/** Contracts with an end, which no bot trades; an empty type is that of contracts in preparation. */
const SKIPPED_TYPES: ReadonlySet<string> = new Set([
  '',
  'CURRENT_MONTH',
  'NEXT_MONTH',
  'CURRENT_QUARTER',
  'NEXT_QUARTER',
  'CURRENT_QUARTER DELIVERING',
  'NEXT_QUARTER DELIVERING',
  'PERPETUAL DELIVERING',
  'PERPETUAL_DELIVERING',
]);

/**
 * USDT perpetual contracts, row by row. An incomplete contract that is not traded is skipped, as are contracts of other
 * currencies and contracts with an end. Left out are a traded contract that is incomplete, one of an unknown type, and one
 * whose tick times step is finer than 1e-8 USDT, because its values cannot be represented exactly. Of two rows with one
 * name the first is listed, since bots may already count in its ticks.
 * @throws ExchangeError `answer`
 */
export function readListings(info: unknown, terms: KnownTerms): Listings {
  const { symbols, rateLimits } = readShape(wireExchangeInfo, info, 'the list of contracts');
  const seen = new Set<string>();
  const contracts = readList({ list: 'contracts', value: symbols }, (row, symbol) => {
    const listing = readContract(row, terms);
    if (listing === null) return null;
    if (seen.has(symbol)) return leaveOut('field', 'symbol');
    seen.add(symbol);
    return listing;
  });
  return { ...contracts, weightLimit: readWeightLimit(rateLimits) };
}

function readContract(row: Row, terms: KnownTerms): Listing | null {
  const { contractType, quoteAsset, status } = readFields(wireKind, row);
  if (quoteAsset !== 'USDT' || SKIPPED_TYPES.has(contractType)) return null;
  if (!LISTED_TYPES.has(contractType)) return leaveOut('type', contractType);
  if (status !== 'TRADING' && !isComplete(row)) return null;
  const read = readFields(wireContract, row);
  const brackets = terms.brackets.get(read.symbol);
  return {
    instrument: readInstrument(read, brackets),
    status: statusOf(read.status),
    onboardDate: instantOf(read.onboardDate) satisfies Instant,
    sector: read.underlyingSubType[0] ?? '',
    fundingHours: terms.fundingHours.get(read.symbol) ?? FUNDING_HOURS,
    hasBrackets: brackets !== undefined,
  };
}

/** A contract that is not traded yet may lack filters or fields. */
function isComplete(row: Row): boolean {
  const { success, data } = wireContract.safeParse(row);
  return success && FILTERS.every((type) => data.filters.some(({ filterType }) => filterType === type));
}

function readWeightLimit(rateLimits: unknown): number | null {
  for (const row of Array.isArray(rateLimits) ? rateLimits : []) {
    const { success, data } = wireWeightLimit.safeParse(row);
    if (success) return Math.floor(data.limit / data.intervalNum);
  }
  return null;
}

/** Hours between two settlements of funding, by symbol. @throws ExchangeError `answer` */
export function readFundingHours(value: unknown): ReadList<readonly [string, number]> {
  return readList({ list: 'funding-intervals', value }, (row, symbol) => [
    symbol,
    readFields(fundingInfo, row).fundingIntervalHours,
  ]);
}

/**
 * Maintenance tiers by symbol, lowest first. The documentation shows a bare object for one symbol, the exchange a list:
 * both are accepted.
 * @throws ExchangeError `answer`
 */
export function readBrackets(value: unknown): ReadList<readonly [string, readonly Bracket[]]> {
  const isOne = typeof value === 'object' && value !== null && 'brackets' in value;
  return readList({ list: 'tiers', value: isOne ? [value] : value }, (row, symbol) => [
    symbol,
    tiersOf(readFields(symbolBrackets, row)),
  ]);
}

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/common-definition: contract status */
function statusOf(status: string): Listing['status'] {
  if (status === 'TRADING') return 'TRADING';
  return ['DELIVERING', 'DELIVERED', 'CLOSE'].includes(status) ? 'DELISTED' : 'HALTED';
}

const FILTERS = ['PRICE_FILTER', 'LOT_SIZE', 'MARKET_LOT_SIZE', 'MIN_NOTIONAL', 'MAX_NUM_ORDERS'] as const;

function readInstrument(read: WireContract, brackets: readonly Bracket[] | undefined): Instrument {
  const tick = gridFrom('PRICE_FILTER.tickSize', filter(read, 'PRICE_FILTER', priceFilter).tickSize);
  const lot = filter(read, 'LOT_SIZE', lotSize);
  const step = gridFrom('LOT_SIZE.stepSize', lot.stepSize);
  const cashPerTickStep = (tick.units * step.units * CASH_PER_USDT) / 10 ** (tick.decimals + step.decimals);
  if (!Number.isSafeInteger(cashPerTickStep) || cashPerTickStep <= 0) leaveOut('grid', '');
  const market = filter(read, 'MARKET_LOT_SIZE', marketLotSize);
  const { notional } = filter(read, 'MIN_NOTIONAL', minNotional);
  return {
    symbol: read.symbol,
    baseAsset: read.baseAsset,
    tick,
    step,
    cashPerTickStep,
    quantityMin: countOf('LOT_SIZE.minQty', lot.minQty, step),
    quantityMax: countOf('LOT_SIZE.maxQty', lot.maxQty, step),
    marketQuantityMax: countOf('MARKET_LOT_SIZE.maxQty', market.maxQty, step),
    notionalMin: inField('MIN_NOTIONAL.notional', () => notNegative(readCash(notional))),
    brackets: brackets ?? cautiousBrackets(),
    makerFee: MAKER_FEE,
    takerFee: TAKER_FEE,
    liquidationFee: inField('liquidationFee', () => fraction(readRate(read.liquidationFee))),
    ordersMax: filter(read, 'MAX_NUM_ORDERS', maxNumOrders).limit,
  };
}

function filter<Schema extends z.ZodMiniType>(
  read: WireContract,
  type: (typeof FILTERS)[number],
  schema: Schema,
): z.output<Schema> {
  return readFields(
    schema,
    read.filters.find((row) => row.filterType === type),
    type,
  );
}

function gridFrom(field: string, text: string): Grid {
  const count = parseDecimal(text, GRID_DECIMALS_MAX);
  return count === null || count <= 0 ? leaveOut('field', field) : gridOf(text);
}

/** A quantity limit in whole steps, rounded down but at least one. */
function countOf(field: string, text: string, step: Grid): Steps {
  const decimals = Math.max(step.decimals, trimDecimal(text).split('.')[1]?.length ?? 0);
  const count = decimals > GRID_DECIMALS_MAX ? null : parseDecimal(text, decimals);
  if (count === null || count < 0) return leaveOut('field', field);
  return steps(Math.max(1, multiplyDivide(count, 1, step.units * 10 ** (decimals - step.decimals), 'floor')));
}

/** Brackets above the limit of exact cash are omitted; no position reaches them. */
function tiersOf({ brackets }: SymbolBrackets): Bracket[] {
  const tiers = brackets
    .filter((row) => Number(row.notionalFloor) < CAP_MAX_USDT)
    .map((row) => ({
      floor: inField('notionalFloor', () => notNegative(readCash(String(row.notionalFloor)))),
      cap: inField('notionalCap', () =>
        readCash(Number(row.notionalCap) < CAP_MAX_USDT ? String(row.notionalCap) : String(CAP_MAX_USDT)),
      ),
      maintenanceRate: inField('maintMarginRatio', () => fraction(readRate(String(row.maintMarginRatio)))),
      cumulative: inField('cum', () => notNegative(readCash(String(row.cum)))),
      leverageMax: row.initialLeverage,
    }))
    .sort((a, b) => a.floor - b.floor);
  for (const [index, { floor, cap, maintenanceRate }] of tiers.entries()) {
    if (floor !== (tiers[index - 1]?.cap ?? 0)) leaveOut('field', 'notionalFloor');
    if (cap <= floor) leaveOut('field', 'notionalCap');
    if (maintenanceRate <= 0) leaveOut('field', 'maintMarginRatio');
  }
  return tiers.length === 0 ? leaveOut('field', 'brackets') : tiers;
}

function notNegative(amount: Cash): Cash {
  if (amount < 0) throw answerError('an amount below zero');
  return amount;
}

function fraction(share: Rate): Rate {
  if (share < 0 || share > RATE_ONE) throw answerError('a fraction that is none');
  return share;
}
