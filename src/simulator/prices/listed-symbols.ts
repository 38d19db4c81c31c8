import { cashFrom, rateFrom } from '#base/decimal.ts';
import { type Rate, steps } from '#base/exact.ts';
import { DAY_MS, type Instant, instantOf, later } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { cashPerTickStep, gridOf, type Instrument } from '#engine/model/instrument.ts';
import { cumulativeAmounts } from '#engine/risk/margin/margin.ts';
import { firstReplayed } from './days/recorded-days.ts';
import { SYMBOL_ROWS, type SymbolRow } from './symbol-rows.ts';
import { type PublishedTier, TIERS } from './tiers.ts';

/** Where the candles of a symbol come from. */
export type PriceSource =
  | { readonly kind: 'recorded'; readonly recording: SymbolHistory }
  /** Start price in ticks, mean volume of a day in USDT. */
  | { readonly kind: 'generated'; readonly startTicks: number; readonly dayVolume: number };

/** A contract as the exchange lists it: the instrument and the other fields of its listing. */
export interface ListedSymbol {
  readonly instrument: Instrument;
  /** All maintenance tiers, lowest first; the instrument has those that exact amounts reach. */
  readonly tiers: readonly PublishedTier[];
  /** Open of its first candle. */
  readonly onboardDate: Instant;
  /** When trading stopped; null while it is traded. */
  readonly haltedAt: Instant | null;
  readonly deliveryDate: Instant;
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly underlyingSubType: string;
  readonly fundingHours: 1 | 4 | 8;
  /** Maximum funding rate of one settlement; the minimum is its negative. */
  readonly fundingCap: Rate;
  /** Decimal texts: the distances from the mark that the exchange's price filters allow, as factors and fractions. */
  readonly multiplierUp: string;
  readonly multiplierDown: string;
  readonly marketTakeBound: string;
  readonly triggerProtect: string;
  /** Mean value of all open positions, USDT. */
  readonly openInterest: number;
  /** Mean value of what is traded in a day, USDT. */
  readonly dayVolume: number;
  readonly source: PriceSource;
}

/** Start of the market, and the recordings replayed in it. */
export interface MarketBegin {
  /** Open of the oldest minute. */
  readonly firstMinute: Instant;
  /** Open of the minute at which the market starts the first time. */
  readonly startMinute: Instant;
  /** Recordings by symbol; the other symbols are generated. */
  readonly recordings: ReadonlyMap<string, SymbolHistory>;
}

const MILLION = 1_000_000;
/** The exchange's date for contracts that are never delivered: 2100-12-25 08:00. */
const NEVER_DELIVERED = instantOf(4_133_404_800_000);
const NEW_DAYS = 9;
const HALTED_DAYS = 3;

/**
 * The contracts of the simulated exchange. One was listed nine days before the first start, one was halted three days
 * before it.
 */
export function listedSymbols(begin: MarketBegin): readonly ListedSymbol[] {
  return SYMBOL_ROWS.map((row) => listedSymbol(row, begin));
}

function listedSymbol(row: SymbolRow, { firstMinute, startMinute, recordings }: MarketBegin): ListedSymbol {
  const instrument = instrumentOf(row);
  const source = sourceOf(row, recordings);
  const listed = row.listing === 'new' ? later(startMinute, -NEW_DAYS * DAY_MS) : firstMinute;
  const recorded = source.kind === 'recorded' ? firstReplayed(source.recording) : firstMinute;
  const distance = row.tiers === 'bitcoin' ? ['1.05', '0.95', '0.05'] : ['1.15', '0.85', '0.15'];
  const [multiplierUp = '', multiplierDown = '', triggerProtect = ''] = distance;
  return {
    instrument,
    tiers: TIERS[row.tiers],
    onboardDate: instantOf(Math.max(firstMinute, listed, recorded)),
    haltedAt: row.listing === 'halted' ? later(startMinute, -HALTED_DAYS * DAY_MS) : null,
    deliveryDate: NEVER_DELIVERED,
    pricePrecision: instrument.tick.decimals,
    quantityPrecision: instrument.step.decimals,
    underlyingSubType: row.sector,
    fundingHours: row.fundingHours,
    fundingCap: rateFrom(row.tiers === 'bitcoin' ? '0.003' : '0.02'),
    multiplierUp,
    multiplierDown,
    marketTakeBound: triggerProtect,
    triggerProtect,
    openInterest: row.openInterest * MILLION,
    dayVolume: row.dayVolume * MILLION,
    source,
  };
}

function sourceOf(row: SymbolRow, recordings: ReadonlyMap<string, SymbolHistory>): PriceSource {
  const recording = recordings.get(row.symbol);
  if (recording !== undefined) return { kind: 'recorded', recording };
  const { units, decimals } = gridOf(row.tick);
  const startTicks = (Number(row.startPrice) * 10 ** decimals) / units;
  return { kind: 'generated', startTicks, dayVolume: row.dayVolume * MILLION };
}

/** USDT; above it amounts would no longer be exact. No position reaches it. */
const CAP_MAX = 90_000_000;

/**
 * Fees are those of a regular account without discounts. The liquidation fee is the 1.25 % of the BTC contract for all
 * symbols, as a conservative figure.
 */
function instrumentOf({ symbol, notionalMin, limitMax, marketMax, tiers, ...texts }: SymbolRow): Instrument {
  const [tick, step] = [gridOf(texts.tick), gridOf(texts.step)];
  const stepsPerCoin = 10 ** step.decimals / step.units;
  const reached = TIERS[tiers].filter(({ floor }) => Number(floor) < CAP_MAX);
  const brackets = reached.map(({ floor, cap, maintenanceRate, leverageMax }) => ({
    floor: cashFrom(floor),
    cap: cashFrom(String(Math.min(Number(cap), CAP_MAX))),
    maintenanceRate: rateFrom(maintenanceRate),
    leverageMax,
  }));
  return {
    symbol,
    baseAsset: symbol.replace(/USDT$/, ''),
    tick,
    step,
    cashPerTickStep: cashPerTickStep(tick, step),
    quantityMin: steps(1),
    quantityMax: steps(limitMax * stepsPerCoin),
    marketQuantityMax: steps(marketMax * stepsPerCoin),
    notionalMin: cashFrom(notionalMin),
    brackets: cumulativeAmounts(brackets),
    makerFee: rateFrom('0.0002'),
    takerFee: rateFrom('0.0005'),
    liquidationFee: rateFrom('0.0125'),
    ordersMax: 200,
  };
}
