import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBot } from '#contract/bot.ts';
import { getCycles } from '#contract/cycle.ts';
import { createPortfolio } from '#contract/portfolio.ts';
import { saveStrategy } from '#contract/strategy.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { checkPaper } from '../scripts/torture-check.ts';
import { signedIn } from './support/caller.ts';
import { startTestDatabase, type TestDatabase } from './support/database.ts';
import { type HeldMarket, startHeld } from './support/held-market.ts';
import type { RunningProgram } from './support/program.ts';
import { openReplayFeed } from './support/replay-feed.ts';
import { STORY_MS } from './support/story-limit.ts';

const STEP_MINUTES = 30;
const RSI = { ind: 'rsi', n: 3 };
const line = (value: string) => ({ const: value });
/** Long when it is oversold for three minutes and short when it is overbought, sized by a stop of two ranges. */
const RULES = {
  timeframe: '1m',
  leverage: 10,
  sizing: { type: 'risk_percent', value: '0.2' },
  buy: {
    enter: { op: 'crosses_above', a: RSI, b: line('30') },
    exit: { op: 'gt', a: RSI, b: line('60') },
    stop: { type: 'atr', n: 5, mult: '2' },
  },
  sell: {
    enter: { op: 'crosses_below', a: RSI, b: line('70') },
    takeProfitPercent: '0.3',
    stop: { type: 'percent', value: '0.4' },
  },
};

let database: TestDatabase;
let program: RunningProgram;
let market: HeldMarket;

beforeAll(async () => {
  database = await startTestDatabase();
  ({ program, market } = await startHeld({ DATABASE_URL: database.ownerUrl }));
}, STORY_MS);
afterAll(async () => {
  await program.stop();
  await database.close();
});

it('a strategy of rules is saved, refused by the path of its mistakes, traded on paper, and resumed after a kill as if it had never stopped', {
  timeout: STORY_MS,
}, async () => {
  const owner = await signedIn(program);
  const { ask } = owner;
  const params = { kind: ruleStrategy.kind };
  const wrong = { ...RULES, buy: { ...RULES.buy, exit: { ...RULES.buy.exit, b: line('sixty') } } };
  const strategy = { name: 'Reversal', symbol: 'ETHUSDT' };
  await expect(ask(saveStrategy, { params, body: { ...strategy, params: wrong } })).rejects.toThrow(
    'params.buy.exit.b.const',
  );
  await market.step(1, owner); // Strategies are checked at the latest price, which the engine has with its next minute.
  const saved = await ask(saveStrategy, { params, body: { ...strategy, params: RULES } });
  expect([saved.version, saved.warnings]).toEqual([1, []]);

  const { portfolioId } = await ask(createPortfolio, { params, body: { name: 'Rules' } });
  const symbols = ['ETHUSDT', 'BTCUSDT'];
  const { strategyId } = saved;
  const { botId, kind, atoms } = await ask(createBot, {
    params,
    body: { name: 'Reverser', portfolioId, symbols, strategyId, autostart: true },
  });
  expect([kind, atoms.length]).toEqual([ruleStrategy.kind, 4]);
  const closed = async (caller: typeof ask): Promise<number> =>
    (await caller(getCycles, { params, query: { botId } })).items.filter(({ endDate }) => endDate !== null).length;
  while ((await closed(ask)) < 3) await market.step(STEP_MINUTES, owner);
  await program.kill();
  await program.restart();
  const again = await signedIn(program);
  const before = await closed(again.ask);
  while ((await closed(again.ask)) < before + 3) await market.step(STEP_MINUTES, again);

  await program.stop(); // Stores what was decided last.
  const { violations, trades } = await checkPaper(database.ownerUrl, await openReplayFeed());
  expect(violations).toEqual([]);
  expect(trades).toBeGreaterThanOrEqual(12); // Six cycles at the least, each with an entry and an exit.
});
