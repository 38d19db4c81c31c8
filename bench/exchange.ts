import { at } from '#base/assert.ts';
import { cash, type Steps, steps, type Ticks, ticks } from '#base/exact.ts';
import { type Chance, chance } from '#base/prng.ts';
import { DAY_MS, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { AccountCommand } from '#simulator/exchange/commands.ts';
import type { Exchange } from '#simulator/exchange/exchange.ts';
import { openExchange } from '#simulator/exchange/open-exchange.ts';
import type { SimulatedMarket } from '#simulator/market/market.ts';
import { openMarket } from '#simulator/market/open-market.ts';
import { listedSymbols } from '#simulator/prices/listed-symbols.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';
import { algoRequest, orderRequest } from '../tests/support/exchange-client.ts';

const START = instantOf(Date.UTC(2026, 2, 10, 14, 30));
const HISTORY_DAYS = 31;
const SEED = 3;
const SYMBOLS = 50;
const ACCOUNTS = 200;
const ORDERS = 20;
const DEPOSIT = cash(10_000_000_000_000);
const ORDER_VALUE = 20_000_000_000;
const MINUTES = 10;
/** Market time between two turns of a simulation at ×300. */
const STEP_MS = 30_000;
const SPEED = 300;
/** At the highest speed the accounts may use half of a core. */
const SHARE_MAX = 0.5;

/**
 * The accounts of the simulated exchange: the cost of letting time pass without and with 200 accounts of 20 orders on
 * 50 symbols, and of placing their orders. Shares are processor time per wall time at ×300.
 */
export async function exchangeBench(tell: (line: string) => void) {
  tell('generating the prices of a month');
  const market = generatedMarket();
  const exchange = openExchange({ market, startAt: START });
  const idle = processorMs(() => exchange.advance(later(START, MINUTES * MINUTE_MS)));
  tell('placing orders');
  let [events, fills] = [0, 0];
  exchange.onEvent((_, event) => {
    events += 1;
    if (event.kind === 'order' && event.trade !== null) fills += 1;
  });
  const placing = processorMs(() => placeAll(exchange, market));
  [events, fills] = [0, 0];
  tell('letting time pass');
  const from = exchange.now();
  const busy = processorMs(() => {
    for (let passed = STEP_MS; passed <= MINUTES * MINUTE_MS; passed += STEP_MS) exchange.advance(later(from, passed));
  });
  const wallMs = (MINUTES * MINUTE_MS) / SPEED;
  const figures = {
    symbols: market.symbols.size,
    accounts: ACCOUNTS,
    orders: ACCOUNTS * ORDERS,
    place_us: Math.round((placing * 1_000) / (ACCOUNTS * ORDERS)),
    idle_share_of_core_at_300: rounded(idle / wallMs),
    share_of_core_at_300: rounded(busy / wallMs),
    events,
    fills,
    stored_bytes: JSON.stringify(exchange.snapshot()).length,
  };
  return { figures, hasPassed: busy / wallMs <= SHARE_MAX };
}

function generatedMarket(): SimulatedMarket {
  const begin = { firstMinute: later(START, -HISTORY_DAYS * DAY_MS), startMinute: START };
  const listed = listedSymbols({ ...begin, recordings: new Map() }).filter(({ haltedAt }) => haltedAt === null);
  const market = openMarket(openPrices({ seed: SEED, symbols: listed.slice(0, SYMBOLS), ...begin }));
  // The day is generated before the measurement, as a running market generates it ahead of time.
  const end = later(START, 3 * MINUTES * MINUTE_MS);
  for (const symbol of market.symbols.keys()) {
    market.mark(symbol, end);
    market.trades(symbol, START, end);
  }
  return market;
}

function placeAll(exchange: Exchange, market: SimulatedMarket): void {
  const dice = chance(SEED);
  const instruments = Array.from(market.symbols.values(), ({ instrument }) => instrument);
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const accountId = `account-${account}`;
    exchange.execute({ type: 'open-account', accountId, deposit: DEPOSIT, isDualSide: true });
    for (let order = 0; order < ORDERS; order += 1) {
      const instrument = at(instruments, dice.between(0, instruments.length - 1));
      const mark = market.mark(instrument.symbol, exchange.now()) ?? ticks(1);
      exchange.execute({ type: 'account', accountId, command: randomCommand(dice, instrument, mark) });
    }
  }
}

/** A fifth at market, some closing stops, otherwise limits up to 3 % below the mark. */
function randomCommand(dice: Chance, instrument: Instrument, mark: Ticks): AccountCommand {
  const kind = dice.next();
  const price = priceText(instrument, ticks(Math.round(mark * (1 - 0.03 * dice.next()))));
  const place = { symbol: instrument.symbol, positionSide: 'LONG' } as const;
  const quantity = quantityText(instrument, quantityOf(instrument, mark));
  if (kind < 0.2) return { type: 'place-order', request: orderRequest({ ...place, side: 'BUY', quantity }) };
  if (kind > 0.35) return { type: 'place-order', request: orderRequest({ ...place, side: 'BUY', quantity, price }) };
  const stop = { type: 'STOP_MARKET', side: 'SELL', closePosition: true, triggerPrice: price } as const;
  const workingType = dice.pick(['MARK_PRICE', 'CONTRACT_PRICE'] as const);
  return { type: 'place-algo', request: algoRequest({ ...place, ...stop, workingType }) };
}

function quantityOf({ cashPerTickStep }: Instrument, mark: Ticks): Steps {
  return steps(Math.max(1, Math.ceil(ORDER_VALUE / (mark * cashPerTickStep))));
}

function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
