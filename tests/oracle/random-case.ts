import { cashFrom, rateFrom, rateText } from '#base/decimal.ts';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { Candle } from '#engine/model/candle.ts';
import { gridText, type Instrument } from '#engine/model/instrument.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import { START } from '../support/market.ts';
import { instrumentOf, singleTier } from '../support/worked-examples.ts';
import { type Exact, exact, ZERO } from './exact.ts';
import { baseNotional, quantityAt, requiredCapital, rungsFrom } from './ladder.ts';
import type { OracleInstrument, OracleMinute, Way } from './oracle-terms.ts';

export interface RandomBot {
  readonly botId: string;
  readonly instrument: Instrument;
  readonly params: LadderParams;
}

export interface RandomCase {
  readonly wallet: string;
  readonly limit: string | null;
  readonly slippage: string;
  readonly bots: readonly RandomBot[];
  /** Candles and funding rates by symbol, in the units of the engine. */
  readonly candles: ReadonlyMap<string, readonly Candle[]>;
  readonly funding: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

const MINUTES = 150;
const TIERS = [
  {
    floor: cashFrom('0'),
    cap: cashFrom('50000'),
    maintenanceRate: rateFrom('0.004'),
    cumulative: cashFrom('0'),
    leverageMax: 125,
  },
  {
    floor: cashFrom('50000'),
    cap: cashFrom('600000'),
    maintenanceRate: rateFrom('0.005'),
    cumulative: cashFrom('50'),
    leverageMax: 100,
  },
  {
    floor: cashFrom('600000'),
    cap: cashFrom('90000000'),
    maintenanceRate: rateFrom('0.0065'),
    cumulative: cashFrom('950'),
    leverageMax: 75,
  },
];
const NOTIONAL_MIN = '0.00000001';
/** Instruments with ticks and steps of every magnitude, and their starting prices in ticks. */
export const INSTRUMENTS: readonly { readonly instrument: Instrument; readonly start: number }[] = [
  { symbol: 'AAAUSDT', tick: '0.01', step: '0.001', brackets: singleTier('0.004'), start: 200_000 },
  { symbol: 'BBBUSDT', tick: '0.00001', step: '1', brackets: singleTier('0.005'), start: 20_000 },
  { symbol: 'CCCUSDT', tick: '0.1', step: '0.001', brackets: TIERS, start: 600_000 },
  { symbol: 'DDDUSDT', tick: '0.1', step: '1', brackets: singleTier('0.01'), start: 4_000 },
  { symbol: 'EEEUSDT', tick: '0.00001', step: '0.001', brackets: singleTier('0.025'), start: 100_000 },
  { symbol: 'FFFUSDT', tick: '0.05', step: '0.01', brackets: TIERS, start: 1_000 },
].map(({ start, ...options }) => ({ start, instrument: instrumentOf({ ...options, notionalMin: NOTIONAL_MIN }) }));

/** One random account: one to three bots on different symbols, and the minutes they run through. */
export function randomCase(seed: number): RandomCase {
  const dice = chance(seed);
  const chosen = shuffled(dice).slice(0, dice.pick([1, 1, 2, 3]));
  const candles = new Map(chosen.map(({ instrument, start }) => [instrument.symbol, randomCandles(dice, start)]));
  const funding = new Map(chosen.map(({ instrument }) => [instrument.symbol, randomFunding(dice)]));
  const isDaring = dice.next() < 0.2;
  const isCross = isDaring || dice.next() < 0.25;
  const bots = chosen.map(({ instrument, start }, index) => ({
    botId: `bot${index}`,
    instrument,
    params: ladderParams.parse({
      ...tamed(randomParams(dice, { instrument, start, isCross })),
      ...(isDaring ? daring(dice) : {}),
    }),
  }));
  const isTight = isDaring || (isCross && dice.next() < 0.5);
  return {
    wallet: isTight
      ? tightWallet(dice, bots, chosen)
      : isCross
        ? dice.pick(['700.12345678', '5000', '20000'])
        : dice.pick(['10000000', '10000000', '20000', '700.12345678']),
    limit: isTight ? null : dice.pick([null, null, null, '900', '250000']),
    slippage: dice.pick(['0', '0.0005', '0.002', '0.00012345']),
    bots,
    candles,
    funding,
  };
}

/** What holds its positions until the wallet is gone, and what shares the wallet with it. */
function daring(dice: Chance): Partial<LadderParamsInput> {
  return {
    direction: dice.pick(['buy', 'buy', 'sell', 'both']),
    sizeType: 'notional',
    baseOrderSize: dice.pick(['20000', '7000.5']),
    baseOrderType: 'market',
    safetyOrdersCount: dice.between(1, 2),
    customLevels: null,
    takeProfitPercent: dice.pick(['5', null]),
    stopLossPercent: null,
    trailingPercent: null,
    timeLimitS: null,
    leverage: dice.pick([50, 75]),
    marginType: 'cross',
  };
}

/** A little more than the margin of all ladders at the first price, within the range of exact cash. */
function tightWallet(dice: Chance, bots: readonly RandomBot[], chosen: readonly { start: number }[]): string {
  const wanted = bots.map(({ params, instrument }, index) => {
    const terms = oracleInstrument(instrument, '0');
    const price = terms.tick.times(chosen[index]?.start ?? 1);
    const ways: readonly Way[] = params.direction === 'both' ? ['buy', 'sell'] : [params.direction];
    return ways.reduce<Exact>((sum, way) => {
      const base = { level: 0, price, quantity: quantityAt(terms, baseNotional(params), price) };
      const bot = { instrument: terms, params };
      return sum.plus(requiredCapital(bot, base, rungsFrom(bot, way, price)));
    }, ZERO);
  });
  const total = wanted.reduce((sum, amount) => sum.plus(amount), ZERO).times(dice.pick(['1.05', '1.3', '2']));
  return (total.gt('20000000') ? exact('20000000') : total).toFixed(8);
}

function shuffled(dice: Chance): typeof INSTRUMENTS {
  return INSTRUMENTS.map((entry) => ({ entry, key: dice.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ entry }) => entry);
}

function randomCandles(dice: Chance, start: number): readonly Candle[] {
  const volatility = dice.pick([0.001, 0.004, 0.015, 0.04]);
  const grain = dice.pick([1, 10, 100].filter((size) => size <= start / 100)); // Round prices hit boundaries.
  const volume = dice.pick([200, 5_000, 1_000_000_000]);
  const candles: Candle[] = [];
  let price = start;
  const moved = (from: number): number => {
    const size = from * (1 + (dice.next() * 2 - 1) * volatility);
    return Math.max(50, Math.round(size / grain) * grain);
  };
  for (let index = 0; index < MINUTES; index += 1) {
    const open = dice.next() < 0.1 ? moved(moved(price)) : price;
    const [a, b, close] = [moved(open), moved(open), moved(open)];
    const [high, low] = [Math.max(open, a, b, close), Math.min(open, a, b, close)];
    const time = instantOf(START + index * MINUTE_MS);
    candles.push({ time, open, high, low, close, volume: dice.between(Math.floor(volume / 3), volume) });
    price = close;
  }
  return candles;
}

function randomFunding(dice: Chance): ReadonlyMap<number, string> {
  const every = dice.pick([7, 30, 60]);
  const rates = new Map<number, string>();
  for (let index = every; index < MINUTES; index += every) {
    rates.set(index, dice.pick(['0.0001', '-0.0001', '0.00051234', '-0.00375', '0.003', '0']));
  }
  return rates;
}

function randomParams(
  dice: Chance,
  market: { instrument: Instrument; start: number; isCross: boolean },
): LadderParamsInput {
  const { instrument, start } = market;
  const tick = exact(gridText(instrument.tick));
  const step = exact(gridText(instrument.step));
  /** The value of whole steps at a price that the ladder hits exactly, so that quantities lie on a boundary. */
  const whole = (): string => {
    const steps = dice.pick([7, 50, 333, 1000]);
    const price = tick.times(start).times(dice.pick(['1', '0.99', '0.98']));
    return price
      .times(step)
      .times(steps)
      .plus(dice.pick(['0', '0', '0.00000001', '-0.00000001']))
      .toFixed(8);
  };
  const size = (): string =>
    market.isCross && dice.next() < 0.5
      ? '20000'
      : dice.pick([whole(), whole(), '60', '333.33', '999.99999999', '250000']);
  const trailingPercent = dice.pick([null, null, '0.2', '1.0001', '0.05']);
  const count = dice.pick([0, 1, 3, 5, 8, 20]);
  const customLevels = dice.next() < 0.15 ? randomLevels(dice, size) : null;
  const levels = customLevels?.length ?? count;
  return {
    direction: dice.pick(['buy', 'sell', 'both']),
    sizeType: dice.pick(['notional', 'notional', 'margin']),
    baseOrderSize: size(),
    baseOrderType: dice.pick(['market', 'market', 'limit']),
    baseOrderOffsetPercent: dice.pick(['0', '0.1', '0.333333']),
    baseOrderTtlS: dice.pick([60, 90, 300]),
    safetyOrderSize: dice.pick([null, size()]),
    safetyOrdersCount: count,
    activeSafetyOrders: levels > 1 ? dice.pick([null, 1, 2]) : null,
    stepPercent: dice.pick(['0.05', '0.1', '0.25', '0.5', '1', '0.123457']),
    stepScale: dice.pick(['1', '1.5', '0.9', '1.2345', '0.8001']),
    volumeScale: dice.pick(['1', '1.5', '1.0001', '0.9', '1.2345']),
    customLevels,
    takeProfitPercent: dice.pick(['0.3', '1', '0.123456', '5', '0.05', null]),
    tpBasis: dice.pick(['average', 'average', 'base']),
    tpNetOfFees: dice.pick([true, false]),
    tpOrder: dice.pick(['limit', 'limit', 'market_trigger']),
    trailingPercent,
    stopLossPercent: dice.pick(market.isCross ? [null, null, null, '30', '3'] : [null, '30', '12.5', '6', '3', '1']),
    slBasis: dice.pick(['base', 'average']),
    cooldownS: dice.pick([0, 0, 90, 600]),
    leverage: market.isCross ? dice.pick([20, 50, 75]) : dice.pick([1, 3, 5, 7, 20, 50, 75]),
    marginType: market.isCross ? dice.pick(['cross', 'cross', 'cross', 'isolated']) : 'isolated',
    maxOpenCycles: dice.pick([null, null, 1]),
    timeLimitS: dice.pick([null, null, 60, 1_000, 3_600]),
    maxCycles: dice.pick([null, null, null, 1, 2, 5]),
  };
}

/** Keeps sizes from growing beyond the tiers: a bot with such a ladder would be refused. */
function tamed(params: LadderParamsInput): LadderParamsInput {
  const { safetyOrdersCount = 0, leverage = 1, sizeType } = params;
  const growth = Math.max(1, Number(params.volumeScale) ** safetyOrdersCount);
  const sizes = [
    params.baseOrderSize,
    params.safetyOrderSize,
    ...(params.customLevels ?? []).map((level) => level.size),
  ];
  const size = Math.max(...sizes.map(Number)) * (sizeType === 'margin' ? leverage : 1);
  return size * growth > 2_000_000 ? { ...params, sizeType: 'notional', volumeScale: '1' } : params;
}

function randomLevels(dice: Chance, size: () => string): { deviationPercent: string; size: string }[] {
  const deviations = dice.pick([['0.5'], ['0.1', '0.25', '1'], ['0.333333', '2', '2.5', '7.77']]);
  return deviations.map((deviationPercent) => ({ deviationPercent, size: size() }));
}

/** The minutes as the engine reads them. */
export function engineMinutes(input: RandomCase): readonly MarketMinute[] {
  return Array.from({ length: MINUTES }, (_, index) => ({
    time: instantOf(START + index * MINUTE_MS),
    candle: (symbol) => input.candles.get(symbol)?.[index] ?? null,
    mark: () => null,
    funding: (symbol) => {
      const text = input.funding.get(symbol)?.get(index);
      return text === undefined ? null : rateFrom(text);
    },
    range: () => null,
    bar: () => null,
  }));
}

export function oracleInstrument(instrument: Instrument, slippage: string): OracleInstrument {
  const money = (cash: number) => exact(cash).div(1e8);
  return {
    symbol: instrument.symbol,
    tick: exact(gridText(instrument.tick)),
    step: exact(gridText(instrument.step)),
    notionalMin: money(instrument.notionalMin),
    quantityMax: exact(gridText(instrument.step)).times(instrument.quantityMax),
    marketQuantityMax: exact(gridText(instrument.step)).times(instrument.marketQuantityMax),
    maker: exact(rateText(instrument.makerFee)),
    taker: exact(rateText(instrument.takerFee)),
    liquidationFee: exact(rateText(instrument.liquidationFee)),
    slippage: exact(slippage),
    tiers: instrument.brackets.map((tier) => ({
      floor: money(tier.floor),
      cap: money(tier.cap),
      rate: money(tier.maintenanceRate),
      cumulative: money(tier.cumulative),
    })),
  };
}

/** The same minutes in USDT and units of the base asset. */
export function oracleMinutes(input: RandomCase, instrument: Instrument): readonly OracleMinute[] {
  const tick = exact(gridText(instrument.tick));
  const step = exact(gridText(instrument.step));
  const rates = input.funding.get(instrument.symbol);
  return (input.candles.get(instrument.symbol) ?? []).map((candle, index) => {
    const rate = rates?.get(index);
    return {
      time: candle.time,
      open: tick.times(candle.open),
      high: tick.times(candle.high),
      low: tick.times(candle.low),
      close: tick.times(candle.close),
      volume: step.times(candle.volume),
      funding: rate === undefined ? null : exact(rate),
    };
  });
}
