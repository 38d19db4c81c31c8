import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { MarketHistory } from '#engine/model/history.ts';
import type { LadderParamsInput } from '#engine/model/ladder-params.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { marketOf } from '../support/market.ts';
import { botCommand } from '../support/random-account.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { withStoredBots } from '../support/stored-bots.ts';
import { jump, type Lived, live, walk } from '../support/walk-history.ts';

const INSTRUMENTS = recordedInstruments();
const SYMBOLS = [...INSTRUMENTS.keys()];

/** Every kind of order and exit, on a wallet that bears them. */
const LADDERS: readonly LadderParamsInput[] = [
  { baseOrderSize: '200' },
  { baseOrderSize: '200', direction: 'sell', stopLossPercent: '8', safetyOrdersCount: 3 },
  { baseOrderSize: '150', direction: 'both', marginType: 'cross', leverage: 20, stepScale: '1.2', volumeScale: '1.5' },
  { baseOrderSize: '300', trailingPercent: '0.3', takeProfitPercent: '0.8', cooldownS: 1_800 },
  { baseOrderSize: '250', baseOrderType: 'limit', baseOrderOffsetPercent: '0.3', timeLimitS: 43_200 },
  { baseOrderSize: '2000', marginType: 'cross', leverage: 75, safetyOrdersCount: 2, stepPercent: '0.4' },
  { baseOrderSize: '400', takeProfitPercent: '0.5', tpBasis: 'base', tpNetOfFees: false, tpOrder: 'market_trigger' },
  { baseOrderSize: '120', direction: 'both', stepPercent: '0.5', activeSafetyOrders: 1, volumeScale: '2' },
  { baseOrderSize: '4000', leverage: 50, stopLossPercent: '1.2', slBasis: 'average', safetyOrdersCount: 1 },
  { baseOrderSize: '150', direction: 'sell', trailingPercent: '1', tpBasis: 'base', timeLimitS: 86_400 },
  {
    baseOrderSize: '150',
    customLevels: [
      { deviationPercent: '0.7', size: '200' },
      { deviationPercent: '2.5', size: '500' },
    ],
  },
  { baseOrderSize: '9000', marginType: 'cross', leverage: 125, safetyOrdersCount: 0, takeProfitPercent: '2' },
];

/** On how many of the symbols a run has each ladder; the seed of the run decides on which, so that others follow. */
const SYMBOLS_EACH = 2;

let history: MarketHistory;
beforeAll(async () => {
  history = await recordedHistory(SYMBOLS);
});

test.each(SYMBOLS)('ladders on the recorded %s leave the same records jumped through as walked', (symbol) => {
  const first = SYMBOLS.indexOf(symbol) + SEED_OF_RUN;
  const ladders = LADDERS.filter((_, index) => (index + first) % SYMBOLS.length < SYMBOLS_EACH);
  expect(ladders).toHaveLength((LADDERS.length * SYMBOLS_EACH) / SYMBOLS.length);
  const visited = ladders.map((ladder) => jumpThrough('5000', [botCommand(ladder, 'bot', [symbol])]).visited);
  process.stdout.write(`${symbol}: visited ${visited.join(' ')} of ${history.minutes} minutes\n`);
});

test('three bots on six symbols and one wallet leave the same records jumped through as walked', () => {
  const commands = [2, 11, 3].map((index) => botCommand(at(LADDERS, index), `bot${index}`, SYMBOLS));
  jumpThrough('6000', commands);
});

function jumpThrough(wallet: string, commands: readonly BotCommand[]): Lived {
  const empty = { wallet: cashFrom(wallet), limit: null, minute: null, bots: [] };
  const told = commands.map((command) => ({ minute: 0, command }));
  const market = marketOf([...INSTRUMENTS.values()], '0.0005');
  const life = { market, history, isReopened: false, ...withStoredBots(empty, told) };
  const [walked, jumped] = [live(life, walk), live(life, jump)];
  const isSame = isDeepStrictEqual(outcome(walked), outcome(jumped));
  if (!isSame) expect(outcome(jumped)).toEqual(outcome(walked));
  expect(jumped.visited).toBeLessThan(3 * jumped.busy); // It jumps: few minutes are visited in vain.
  return jumped;
}

const outcome = ({ records, snapshot, views }: Lived) => ({ records, snapshot, views });
