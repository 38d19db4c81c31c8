import { expect, test } from 'vitest';
import { type Chance, chance } from '#base/prng.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import {
  openRandomAccounts,
  RANDOM_ACCOUNTS,
  RANDOM_SYMBOLS,
  randomCommand,
  randomStep,
} from '../../../tests/support/random-exchange.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { MARKET_START, simulatedMarket } from '../../../tests/support/simulated-market.ts';
import type { Disturbance } from '../market/market.ts';
import type { ExchangeCommand } from './commands.ts';
import { openExchange } from './open-exchange.ts';

const END = later(MARKET_START, 20 * MINUTE_MS);
const SEED = SEED_OF_RUN;

type Line = { readonly at: Instant } & (
  | { readonly kind: 'command'; readonly command: ExchangeCommand }
  | { readonly kind: 'disturbance'; readonly disturbance: Disturbance }
);

/** Manual disturbances and the minute of each: a crash, a halt and its end, wider filters. */
const DISTURBANCES: readonly { readonly minute: number; readonly disturbance: (minute: Instant) => Disturbance }[] = [
  { minute: 5, disturbance: (minute) => ({ kind: 'shock', symbol: 'BTCUSDT', minute, factor: 0.8 }) },
  { minute: 8, disturbance: (minute) => ({ kind: 'halt', symbol: 'ETHUSDT', minute }) },
  { minute: 11, disturbance: (minute) => ({ kind: 'resume', symbol: 'ETHUSDT', minute }) },
  {
    minute: 12,
    disturbance: () => ({ kind: 'filters', symbol: 'DOGEUSDT', tickUnits: 5, stepUnits: 10, notionalMin: '15' }),
  },
];

function open() {
  const market = simulatedMarket(RANDOM_SYMBOLS);
  const exchange = openExchange({ market, startAt: MARKET_START });
  openRandomAccounts(exchange);
  return { market, exchange };
}

/** Runs a random sequence of commands on generated prices and returns its journal. */
function liveStory(dice: Chance) {
  const { market, exchange } = open();
  const journal: Line[] = [];
  const waiting = [...DISTURBANCES];
  while (exchange.now() < END) {
    const at = exchange.now();
    const next = waiting[0];
    if (next !== undefined && at >= later(MARKET_START, next.minute * MINUTE_MS - 30_000)) {
      waiting.shift();
      const disturbance = next.disturbance(later(MARKET_START, next.minute * MINUTE_MS));
      journal.push({ at, kind: 'disturbance', disturbance });
      market.disturb(disturbance);
    }
    const command = randomCommand(dice, exchange, journal.length);
    journal.push({ at, kind: 'command', command });
    exchange.execute(command);
    for (const accountId of RANDOM_ACCOUNTS) exchange.account(accountId);
    exchange.advance(randomStep(dice, at, END));
  }
  return { journal, exchange };
}

test('replaying a journal rebuilds the same exchange on a generated market with shocks, halts and other filters', () => {
  process.stdout.write(`property seed ${SEED}\n`);
  const dice = chance(SEED);
  const { journal, exchange } = liveStory(dice);
  const again = open();
  for (const line of journal) {
    while (again.exchange.now() < line.at) again.exchange.advance(randomStep(dice, again.exchange.now(), line.at));
    if (line.kind === 'disturbance') again.market.disturb(line.disturbance);
    else again.exchange.execute(line.command);
  }
  again.exchange.advance(END);
  expect(JSON.stringify(again.exchange.snapshot())).toBe(JSON.stringify(exchange.snapshot()));
  const all = { symbol: null, from: null, to: null, fromId: null, limit: 100_000 };
  const trades = RANDOM_ACCOUNTS.flatMap((accountId) => exchange.trades(accountId, all));
  expect(trades.length).toBeGreaterThan(20);
});
