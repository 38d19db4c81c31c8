import { expect, test } from 'vitest';
import { type Chance, chance } from '#base/prng.ts';
import { type Instant, instantOf, later, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import {
  openRandomAccounts,
  RANDOM_ACCOUNTS,
  RANDOM_START,
  RANDOM_SYMBOLS,
  randomCommand,
  randomMarket,
  randomStep,
} from '../../../tests/support/random-exchange.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import type { SimulatedMarket } from '../market/market.ts';
import type { ExchangeCommand } from './commands.ts';
import type { Exchange } from './exchange.ts';
import { openExchange } from './open-exchange.ts';
import type { ExchangeOrder, ExchangeTrade } from './rows.ts';

const MINUTES = 12;
const STORIES = 8;
const SEED = SEED_OF_RUN;
/** In its story the fee of a step uses up what the rest of an isolated position needs. */
const SEED_OF_A_FEE_ABOVE_THE_MARGIN = 180_390_506;
/** In its story a symbol has been traded in parts alone before it is stored. */
const SEED_OF_PARTS_ALONE = 11;
const END = instantOf(RANDOM_START + MINUTES * MINUTE_MS);
const ALL = { symbol: null, from: null, to: null, fromId: null, limit: 100_000 };

interface Line {
  readonly at: Instant;
  readonly command: ExchangeCommand;
}

/**
 * Runs one random sequence of commands and returns its journal; `look` inspects the exchange after every command and
 * step.
 */
function liveStory(
  market: SimulatedMarket,
  dice: Chance,
  look: (exchange: Exchange) => Exchange,
): {
  readonly journal: readonly Line[];
  readonly exchange: Exchange;
  readonly events: readonly string[];
} {
  const events: string[] = [];
  const listen = (exchange: Exchange): Exchange => {
    exchange.onEvent((accountId, event) => events.push(`${accountId} ${JSON.stringify(event)}`));
    return exchange;
  };
  const journal: Line[] = [];
  let exchange = listen(openExchange({ market, startAt: RANDOM_START }));
  openRandomAccounts(exchange);
  while (exchange.now() < END) {
    const command = randomCommand(dice, exchange, journal.length);
    journal.push({ at: exchange.now(), command });
    exchange.execute(command);
    if (dice.next() < 0.7) exchange.advance(randomStep(dice, exchange.now(), END));
    const seen = look(exchange);
    exchange = seen === exchange ? exchange : listen(seen);
  }
  return { journal, exchange, events };
}

function stateOf(exchange: Exchange): string {
  return JSON.stringify(exchange.snapshot());
}

function stories(): readonly number[] {
  return Array.from({ length: STORIES }, (_, index) => SEED + index);
}

test('every wallet equals the sum of its income, and every position the sum of its trades, at every instant', () => {
  process.stdout.write(`property seed ${SEED}\n`);
  let [commands, fills, liquidations] = [0, 0, 0];
  for (const seed of stories()) {
    const dice = chance(seed);
    const { journal, exchange } = liveStory(randomMarket(dice, MINUTES), dice, (seen) => {
      for (const accountId of RANDOM_ACCOUNTS) expectSound(seen, accountId, seed);
      return seen;
    });
    commands += journal.length;
    for (const accountId of RANDOM_ACCOUNTS) {
      fills += exchange.trades(accountId, ALL).length;
      liquidations += exchange.orders(accountId, ALL).filter(({ type }) => type === 'LIQUIDATION').length;
    }
  }
  process.stdout.write(`${commands} commands, ${fills} fills, ${liquidations} liquidations\n`);
  expect(commands).toBeGreaterThan(1_000);
  expect(fills).toBeGreaterThan(500);
  expect(liquidations).toBeGreaterThan(0);
});

test('an exchange restored from a snapshot continues exactly like one that never stopped', () => {
  for (const seed of [SEED_OF_PARTS_ALONE, ...stories().slice(0, 3)]) {
    const straight = chance(seed);
    const market = randomMarket(straight, MINUTES);
    const whole = liveStory(market, straight, (seen) => seen);
    const broken = chance(seed);
    const parted = liveStory(randomMarket(broken, MINUTES), broken, (seen) => {
      const stored: unknown = JSON.parse(stateOf(seen));
      return openExchange({ market, snapshot: stored as ReturnType<Exchange['snapshot']> });
    });
    expect(parted.events, `seed ${seed}`).toEqual(whole.events);
    expect(stateOf(parted.exchange)).toBe(stateOf(whole.exchange));
  }
});

test('replaying the journal rebuilds the same exchange, however time is divided', () => {
  for (const seed of stories().slice(0, 3)) {
    const dice = chance(seed);
    const market = randomMarket(dice, MINUTES);
    const { journal, exchange } = liveStory(market, dice, (seen) => seen);
    const again = openExchange({ market, startAt: RANDOM_START });
    openRandomAccounts(again);
    for (const { at, command } of journal) {
      while (again.now() < at) again.advance(randomStep(dice, again.now(), at));
      again.execute(command);
    }
    again.advance(END);
    expect(stateOf(again), `seed ${seed}`).toBe(stateOf(exchange));
  }
});

test('a command that is refused changes nothing', () => {
  let refused = 0;
  for (const seed of stories().slice(0, 3)) {
    const dice = chance(seed);
    const exchange = openExchange({ market: randomMarket(dice, MINUTES), startAt: RANDOM_START });
    openRandomAccounts(exchange);
    for (let number = 0; exchange.now() < END; number += 1) {
      const command = randomCommand(dice, exchange, number);
      const before = stateOf(exchange);
      const tested = command.type === 'account' ? exchange.test(command.accountId, command.command) : null;
      expect(stateOf(exchange), `seed ${seed}`).toBe(before);
      const reply = exchange.execute(command);
      if (tested !== null) expect(tested.ok).toBe(reply.ok);
      if (!reply.ok) {
        refused += 1;
        expect(stateOf(exchange), `seed ${seed}, ${JSON.stringify(command)}`).toBe(before);
      }
      exchange.advance(randomStep(dice, exchange.now(), END));
    }
  }
  expect(refused).toBeGreaterThan(150); // A story of about 140 commands has between 50 and 90.
});

test('at every whole second each account meets its maintenance margin or a step of its liquidation has just been taken', () => {
  let [looks, closest] = [0, Number.POSITIVE_INFINITY];
  for (const seed of [SEED_OF_A_FEE_ABOVE_THE_MARGIN, ...stories().slice(0, 4)]) {
    const dice = chance(seed);
    const exchange = openExchange({ market: randomMarket(dice, MINUTES), startAt: RANDOM_START });
    openRandomAccounts(exchange);
    for (let number = 0; exchange.now() < END; number += 1) {
      if (dice.next() < 0.3) exchange.execute(randomCommand(dice, exchange, number));
      exchange.advance(later(exchange.now(), SECOND_MS));
      for (const accountId of RANDOM_ACCOUNTS) {
        if (isBeingLiquidated(exchange, accountId)) continue;
        const rest = leastRest(exchange, accountId);
        expect(rest, `seed ${seed}, ${accountId}`).toBeGreaterThan(0);
        if (rest < Number.POSITIVE_INFINITY) looks += 1;
        closest = Math.min(closest, rest);
      }
    }
  }
  process.stdout.write(`${looks} looks, the closest with ${closest / 1e8} USDT left\n`);
  expect(looks).toBeGreaterThan(1_000);
});

/** Whether a step was taken at this instant; the next one, if the rest does not suffice either, follows a second later. */
function isBeingLiquidated(exchange: Exchange, accountId: string): boolean {
  const orders = exchange.orders(accountId, { ...ALL, from: exchange.now() });
  return orders.some(({ type, createdAt }) => type === 'LIQUIDATION' && createdAt === exchange.now());
}

/** Margin left before liquidation: the smallest of the cross wallet and the isolated positions. */
function leastRest(exchange: Exchange, accountId: string): number {
  const views = exchange.positions(accountId, 'open', null).filter(({ quantity }) => quantity !== 0);
  const isolated = views.filter(({ marginType }) => marginType === 'ISOLATED');
  const crossed = views.filter(({ marginType }) => marginType === 'CROSSED');
  const rests = isolated.map((view) => view.isolatedWallet + view.unrealized - view.maintenanceMargin);
  if (crossed.length === 0) return Math.min(Number.POSITIVE_INFINITY, ...rests);
  const { crossWalletBalance, crossUnrealized } = exchange.account(accountId);
  const maintenance = crossed.reduce((total, view) => total + view.maintenanceMargin, 0);
  return Math.min(crossWalletBalance + crossUnrealized - maintenance, ...rests);
}

/** As often as here, `expect` would take longer than the exchange, so it only tells what is wrong. */
function expectIs(actual: unknown, wanted: unknown, about: string): void {
  if (!Object.is(actual, wanted)) expect(actual, about).toBe(wanted);
}

function expectSound(exchange: Exchange, accountId: string, seed: number): void {
  const about = `seed ${seed}, ${accountId}`;
  const account = exchange.account(accountId);
  const income = exchange.income(accountId, { ...ALL, incomeType: null });
  expectIs(
    income.reduce((total, row) => total + row.income, 0),
    account.walletBalance,
    about,
  );
  const trades = exchange.trades(accountId, ALL);
  const tradesOfSides = Map.groupBy(trades, ({ symbol, positionSide }) => `${symbol} ${positionSide}`);
  for (const symbol of RANDOM_SYMBOLS) {
    for (const view of exchange.positions(accountId, 'all', symbol)) {
      const own = tradesOfSides.get(`${symbol} ${view.positionSide}`) ?? [];
      expectIs(
        own.reduce((total, trade) => total + signed(trade), 0),
        view.quantity,
        about,
      );
      expectIs(view.cost > 0, view.quantity !== 0, about);
      if (view.marginType === 'CROSSED') expectIs(view.isolatedWallet, 0, about);
    }
  }
  const tradesOfOrders = Map.groupBy(trades, ({ symbol, orderId }) => `${symbol} ${orderId}`);
  for (const order of exchange.openOrders(accountId, null)) {
    expectOpen(order, tradesOfOrders.get(`${order.symbol} ${order.orderId}`) ?? [], about);
  }
  expectIs(account.available >= 0, true, `${about}: ${account.available} available`);
}

function expectOpen(order: ExchangeOrder, own: readonly ExchangeTrade[], about: string): void {
  expectIs(order.status === 'NEW' || order.status === 'PARTIALLY_FILLED', true, `${about}: ${order.status}`);
  expectIs(
    own.reduce((total, trade) => total + trade.quantity, 0),
    order.executed,
    about,
  );
  expectIs(order.executed < order.quantity, true, `${about}: ${order.executed} of ${order.quantity}`);
}

function signed({ side, quantity }: ExchangeTrade): number {
  return side === 'BUY' ? quantity : -quantity;
}
