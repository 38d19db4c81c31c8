import { type Cash, cash } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { type Instant, instantOf, SECOND_MS } from '#base/time.ts';
import type { PositionSide } from '#engine/model/position.ts';
import type { AccountCommand, ExchangeCommand, OrderName } from '#simulator/exchange/commands.ts';
import type { Exchange } from '#simulator/exchange/exchange.ts';
import type { SimulatedMarket } from '#simulator/market/market.ts';
import { algoRequest, orderRequest } from './exchange-client.ts';
import { MARKET_START, writtenMarket } from './written-market.ts';

export const RANDOM_SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'] as const;
export const RANDOM_ACCOUNTS = ['hedged', 'one-way', 'poor'] as const;
type Symbol = (typeof RANDOM_SYMBOLS)[number];

/** Where the random walk of a symbol starts, how far it moves in a step, and suitable sizes. */
const SHAPES: Readonly<Record<Symbol, { start: number; move: number; decimals: number; sizes: readonly string[] }>> = {
  BTCUSDT: { start: 50_000, move: 60, decimals: 1, sizes: ['0.004', '0.02', '0.15', '2'] },
  ETHUSDT: { start: 2_000, move: 3, decimals: 2, sizes: ['0.02', '0.5', '3', '40'] },
  DOGEUSDT: { start: 0.2, move: 0.0006, decimals: 5, sizes: ['50', '900', '20000', '300000'] },
};

/** A volatile market of three symbols for some minutes: trades, separate marks, a settlement every minute. */
export function randomMarket(dice: Chance, minutes: number): SimulatedMarket {
  const { market, script } = writtenMarket(RANDOM_SYMBOLS, { levelQuantity: '1' });
  for (const symbol of RANDOM_SYMBOLS) {
    const { start, move, decimals } = SHAPES[symbol];
    let price = start;
    const text = (value: number): string => value.toFixed(decimals);
    for (let second = 0; second <= minutes * 60; second += dice.next() * 3) {
      price = Math.max(start / 2, price + (dice.next() - 0.5) * 2 * move * (dice.next() < 0.05 ? 8 : 1));
      const taker = dice.pick(['BUY', 'SELL'] as const);
      const after = Math.floor(second * SECOND_MS) / SECOND_MS;
      script.trade(symbol, after, text(price), { quantity: String(dice.between(1, 30)), taker });
      if (dice.next() < 0.5) script.mark(symbol, after, text(price * (1 + (dice.next() - 0.5) * 0.002)));
    }
    for (let minute = 1; minute <= minutes; minute += 1) {
      script.funding(symbol, minute * 60, dice.pick(['0.0001', '-0.0003', '0.02']));
    }
  }
  return market;
}

export function openRandomAccounts(exchange: Exchange): void {
  for (const accountId of RANDOM_ACCOUNTS) {
    const deposit = cash(accountId === 'poor' ? 30_000_000_000 : 2_000_000_000_000);
    exchange.execute({ type: 'open-account', accountId, deposit, isDualSide: accountId === 'hedged' });
  }
}

/** A command that may or may not be allowed, like those of careless clients. */
export function randomCommand(dice: Chance, exchange: Exchange, number: number): ExchangeCommand {
  const symbol = dice.pick(RANDOM_SYMBOLS);
  if (dice.next() < 0.01) return { type: 'settle-funding', symbol };
  const accountId = dice.pick(RANDOM_ACCOUNTS);
  if (dice.next() < 0.01) {
    return { type: 'fill-in-parts', accountId, symbol, parts: dice.pick([[], [], [0.5, 0.3], [0.2, 0.2, 0.6]]) };
  }
  return { type: 'account', accountId, command: randomAccountCommand({ dice, exchange, symbol, accountId, number }) };
}

interface Scene {
  readonly dice: Chance;
  readonly exchange: Exchange;
  readonly symbol: Symbol;
  readonly accountId: string;
  readonly number: number;
}

function randomAccountCommand(scene: Scene): AccountCommand {
  const { dice, exchange, symbol, accountId } = scene;
  const roll = dice.next();
  if (roll < 0.5) return randomOrder(scene);
  if (roll < 0.7) return randomAlgo(scene);
  if (roll < 0.78) return randomModify(scene);
  const nameOf = (id: string | undefined): OrderName => ({ id: id ?? '1', clientId: null });
  const order = dice.pick(exchange.openOrders(accountId, symbol));
  const algo = dice.pick(exchange.openAlgos(accountId, null));
  const amount: Cash = cash(dice.between(-50, 60) * 100_000_000);
  return dice.pick<AccountCommand>([
    { type: 'cancel-order', symbol, order: nameOf(order?.orderId) },
    { type: 'cancel-order', symbol, order: nameOf(order?.orderId) },
    { type: 'cancel-all', symbol },
    { type: 'cancel-algo', algo: nameOf(algo?.algoId) },
    { type: 'cancel-all-algo', symbol },
    { type: 'set-leverage', symbol, leverage: dice.pick([1, 5, 20, 50, 75, 125]) },
    { type: 'set-margin-type', symbol, marginType: dice.pick(['ISOLATED', 'CROSSED']) },
    { type: 'set-position-mode', isDualSide: dice.next() < 0.5 },
    { type: 'set-multi-assets', isMultiAssets: dice.next() < 0.2 },
    {
      type: 'change-position-margin',
      symbol,
      positionSide: randomSide(scene),
      amount: dice.pick(['5', '60.5']),
      direction: dice.pick(['add', 'reduce']),
    },
    { type: 'transfer', amount },
    { type: 'liquidate', symbol, positionSide: dice.pick(['BOTH', 'LONG', 'SHORT']) },
  ]);
}

/** Mostly a side that exists in the account's mode. */
function randomSide({ dice, exchange, accountId }: Scene): PositionSide | null {
  if (dice.next() < 0.03) return dice.pick(['BOTH', 'LONG', null]);
  return exchange.account(accountId).isDualSide ? dice.pick(['LONG', 'SHORT']) : dice.pick(['BOTH', null]);
}

function near({ dice, exchange, symbol }: Scene, width: number): string {
  const { start, decimals } = SHAPES[symbol];
  const mark = exchange.positions(RANDOM_ACCOUNTS[0], 'all', symbol)[0]?.mark ?? 0;
  const price = mark === 0 ? start : mark / 10 ** decimals;
  return (price * (1 + (dice.next() - 0.5) * width)).toFixed(decimals);
}

function randomOrder(scene: Scene): AccountCommand {
  const { dice, exchange, symbol, accountId, number } = scene;
  const isLimit = dice.next() < 0.6;
  const timeInForce = isLimit ? dice.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTX', 'GTD'] as const) : null;
  const hasMatch = isLimit && dice.next() < 0.1;
  const request = orderRequest({
    symbol,
    side: dice.pick(['BUY', 'SELL']),
    type: isLimit ? 'LIMIT' : 'MARKET',
    positionSide: randomSide(scene),
    timeInForce,
    quantity: dice.pick(SHAPES[symbol].sizes),
    price: isLimit && !hasMatch ? near(scene, 0.01) : null,
    priceMatch: hasMatch ? dice.pick(['OPPONENT', 'QUEUE', 'QUEUE_5', 'OPPONENT_20']) : null,
    reduceOnly: exchange.account(accountId).isDualSide ? null : dice.next() < 0.2,
    clientOrderId: dice.next() < 0.2 ? `own-${dice.between(1, 40)}` : `n-${number}`,
    goodTillDate: timeInForce === 'GTD' ? exchange.now() + dice.between(599, 700) * SECOND_MS : null,
  });
  return { type: 'place-order', request };
}

function randomAlgo(scene: Scene): AccountCommand {
  const { dice, symbol } = scene;
  const kinds = ['STOP', 'STOP_MARKET', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET', 'TRAILING_STOP_MARKET'] as const;
  const type = dice.pick(kinds);
  const isLimit = type === 'STOP' || type === 'TAKE_PROFIT';
  const isTrailing = type === 'TRAILING_STOP_MARKET';
  const closePosition = !isLimit && !isTrailing && dice.next() < 0.5;
  const request = algoRequest({
    symbol,
    type,
    side: dice.pick(['BUY', 'SELL']),
    positionSide: randomSide(scene),
    quantity: closePosition ? null : dice.pick(SHAPES[symbol].sizes),
    price: isLimit ? near(scene, 0.01) : null,
    triggerPrice: isTrailing ? null : near(scene, 0.01),
    activatePrice: isTrailing && dice.next() < 0.5 ? near(scene, 0.005) : null,
    callbackRate: isTrailing ? dice.pick(['0.1', '0.3', '1']) : null,
    workingType: dice.pick(['MARK_PRICE', 'CONTRACT_PRICE', null]),
    closePosition: closePosition ? true : null,
    priceProtect: dice.next() < 0.2,
  });
  return { type: 'place-algo', request };
}

function randomModify(scene: Scene): AccountCommand {
  const { dice, exchange, symbol, accountId } = scene;
  const order = dice.pick(exchange.openOrders(accountId, symbol));
  return {
    type: 'modify-order',
    symbol,
    order: { id: order?.orderId ?? '1', clientId: null },
    side: order?.side ?? 'BUY',
    quantity: dice.pick(SHAPES[symbol].sizes),
    price: near(scene, 0.01),
  };
}

/** A few milliseconds or many seconds later. */
export function randomStep(dice: Chance, from: Instant, end: Instant): Instant {
  const ms = dice.next() < 0.5 ? dice.between(0, 900) : dice.between(0, 20 * SECOND_MS);
  return instantOf(Math.min(end, from + ms));
}

export const RANDOM_START = MARKET_START;
