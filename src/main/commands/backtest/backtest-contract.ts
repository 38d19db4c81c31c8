import { cautiousBrackets, MAKER_FEE, TAKER_FEE } from '#adapters/exchange-binance-usdm/wire/cautious-terms.ts';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { CASH_PER_USDT, steps } from '#base/exact.ts';
import { gridOf, gridText, type Instrument } from '#engine/model/instrument.ts';
import type { Grids } from '#market/candle-files/month/month-file.ts';
import { storedGrids } from '#market/candle-files/stored-grids.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { loadListings } from '#market/store/listing-file.ts';

/** A contract and the source of its terms (fees, minimum order, maintenance tiers). */
export interface TradedContract {
  readonly instrument: Instrument;
  /** As last listed by the exchange, as recorded with the bundled month, or assumed for the user's own symbol. */
  readonly terms: 'listed' | 'recorded' | 'assumed';
  /** The funding interval that the exchange lists; null if it lists none. */
  readonly fundingHours: number | null;
}

/**
 * The contract of imported candles: a known one with the same tick and step, or else one with the tick and step of the
 * import and terms at least as strict as those of any liquid contract.
 * @throws AppError CONTRACT_TOO_FINE, and whatever reading the files throws
 */
export function tradedContract(folder: string, symbol: string): TradedContract {
  const grids = storedGrids(folder, symbol);
  const listing = loadListings(folder)?.find(({ instrument }) => instrument.symbol === symbol);
  const [listed, fundingHours] = [listing?.instrument, listing?.fundingHours ?? null];
  if (listed !== undefined && isCountedIn(listed, grids)) return { instrument: listed, terms: 'listed', fundingHours };
  const recorded = recordedInstruments().get(symbol);
  if (recorded !== undefined && isCountedIn(recorded, grids))
    return { instrument: recorded, terms: 'recorded', fundingHours };
  const instrument = ownInstrument(symbol, grids ?? { tick: '0.01', step: '0.001' });
  return { instrument, terms: 'assumed', fundingHours };
}

function isCountedIn({ tick, step }: Instrument, grids: Grids | null): boolean {
  return grids === null || (isSame(gridText(tick), grids.tick) && isSame(gridText(step), grids.step));
}

function isSame(one: string, other: string): boolean {
  return gridText(gridOf(one)) === gridText(gridOf(other));
}

const NOTIONAL_MIN = cashFrom('5');
const LIQUIDATION_FEE = rateFrom('0.0125');
const ORDERS_MAX = 200;
/** Volumes are 32-bit counts, and so is the maximum quantity of an order. */
const QUANTITY_MAX = steps(2 ** 31 - 1);

function ownInstrument(symbol: string, grids: Grids): Instrument {
  const [tick, step] = [gridOf(grids.tick), gridOf(grids.step)];
  const cashPerTickStep = (tick.units * step.units * CASH_PER_USDT) / 10 ** (tick.decimals + step.decimals);
  if (!Number.isSafeInteger(cashPerTickStep) || cashPerTickStep <= 0) throw tooFine(symbol, grids);
  return {
    symbol,
    baseAsset: symbol.replace(/USD[TC]$/, ''),
    tick,
    step,
    cashPerTickStep,
    quantityMin: steps(1),
    quantityMax: QUANTITY_MAX,
    marketQuantityMax: QUANTITY_MAX,
    notionalMin: NOTIONAL_MIN,
    brackets: cautiousBrackets(),
    makerFee: MAKER_FEE,
    takerFee: TAKER_FEE,
    liquidationFee: LIQUIDATION_FEE,
    ordersMax: ORDERS_MAX,
  };
}

function tooFine(symbol: string, { tick, step }: Grids): AppError {
  return new AppError(
    'CONTRACT_TOO_FINE',
    `${symbol} is stored in ticks of ${tick} and steps of ${step}: one tick of one step is not a whole number of 0.00000001 USDT, so it cannot be traded exactly. Import it with a coarser --step and --nearest-step.`,
  );
}
