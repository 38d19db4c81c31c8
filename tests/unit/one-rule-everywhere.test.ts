import { expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { DAY_MS, later, MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { longestWarmUpMs } from '#engine/bots/warm-up.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { FIGURES, figuresAt } from '#engine/sweep/figures.ts';
import { strategyPlan } from '#engine/sweep/rules/strategy-plan.ts';
import { sweepLadders } from '#engine/sweep/sweep-ladder.ts';
import { botReport } from '#lab/report/bot-report.ts';
import { judgeSymbol, pastBegin, readJudged } from '#lab/screener/rules/judge-symbol.ts';
import { joinedPast, pastReader } from '#lab/screener/symbol-past.ts';
import { SLIPPAGE } from '#lab/slippage.ts';
import { figuresOfReport } from '#lab/sweep/account-figures.ts';
import { runTrial } from '#lab/trial/run-trial.ts';
import { trialErrors } from '#lab/trial-errors.ts';
import { openLabMarket } from '#main/lab/lab-market.ts';
import { readPastOf } from '#market/read-past.ts';
import { checkCases } from '../support/property.ts';
import { type RandomStore, randomStore, STORED_SYMBOLS } from '../support/random-store.ts';
import { randomStrategy } from '../support/random-strategy.ts';
import { TEST_COSTS } from '../support/test-costs.ts';

const CASES = 12;
const MINUTES = 4_000;
const SHORT_HOLES = [1, 2, 3, 4, 5];
const WALLET = cashFrom('10000');
const { kind } = ruleStrategy;

/** A strategy on the last day of one contract's stored minutes. */
interface Case {
  readonly market: RandomStore;
  readonly instrument: (typeof STORED_SYMBOLS)[number];
  readonly params: BotParams;
}

async function randomCase(dice: Chance): Promise<Case> {
  const params = familyOf(kind).params.parse(randomStrategy(dice));
  const holes = dice.next() < 0.5 ? {} : { holes: SHORT_HOLES, holesMax: 400 };
  const market = await randomStore(dice, { minutes: MINUTES, heldFrom: MINUTES - DAY_MS / MINUTE_MS, ...holes });
  return { market, instrument: dice.pick(STORED_SYMBOLS), params };
}

/** The account and the kernel of sweeps over the files, as a stored test loads them; null where the bot is refused. */
async function backtested({ market: { folder, to }, instrument, params }: Case) {
  const { symbol } = instrument;
  const query = { symbols: [symbol], from: later(to, -DAY_MS), to, costs: TEST_COSTS };
  const warmUpMs = longestWarmUpMs(kind, [params]);
  const { history, span, instruments } = await openLabMarket([folder]).load({ ...query, warmUpMs });
  const stored = history.symbols.get(symbol);
  if (stored === undefined) throw new Error('the history has its symbol');
  if (trialErrors({ kind, params }, { history: stored, instrument, wallet: WALLET, from: span.from }).length > 0)
    return null;
  const market = { instruments, slippage: SLIPPAGE };
  const report = botReport({ history, span, market, symbols: [symbol], kind, params, wallet: WALLET });
  const row = new Float64Array(FIGURES);
  const plan = strategyPlan({ kind, params }, instrument, { wallet: WALLET, slippage: SLIPPAGE });
  sweepLadders(stored, [plan], { ...span, figures: row });
  return { report, swept: figuresAt(row, 0) };
}

/** The trial over the minutes in memory. */
async function tried({ market: { store, to }, instrument, params }: Case) {
  const warmUpMs = longestWarmUpMs(kind, [params]);
  const read = readPastOf({ store, closed: () => later(to, -MINUTE_MS) });
  const past = await read({ symbol: instrument.symbol, from: later(to, -DAY_MS - warmUpMs) });
  const outcome = runTrial({ kind, params, instrument, days: 1, bars: 10, until: null }, past);
  if (!outcome.ok) throw new Error('the bot is accepted');
  return outcome.value;
}

/** The screener over the files and the newest minutes in memory. */
async function screened({ market: { folder, store, to }, instrument, params }: Case) {
  const { symbol } = instrument;
  const strategy = readJudged({ kind, params, days: 1 });
  const tail = await readPastOf({ store, closed: () => later(to, -MINUTE_MS) })({ symbol, from: later(to, -DAY_MS) });
  const files = await pastReader(folder, pastBegin(strategy, to))(symbol, null);
  if (files === null) throw new Error('the minutes are stored');
  return judgeSymbol(strategy, { stored: joinedPast(files, tail), instrument, now: to }).sides;
}

it('a strategy triggers identically in the account backtest, the sweep, the trial and the screener over the last stored day', async () => {
  let [cycles, triggers] = [0, 0];
  await checkCases(CASES, async (dice) => {
    const one = await randomCase(dice);
    try {
      const run = await backtested(one);
      if (run === null) return;
      const { report, swept } = run;
      expect(swept).toEqual(figuresOfReport(report));
      const trial = await tried(one);
      const { figures } = trial;
      expect([figures.cycles, figures.result]).toEqual([report.results.length, sum(report.results)]);
      const sides = await screened(one);
      expect(sides.reduce((count, side) => count + side.triggers, 0)).toBe(figures.triggers);
      expect(sides.reduce((count, side) => count + side.cycles.ended, 0)).toBe(figures.cycles);
      for (const { direction, triggeredAt } of sides)
        expect(triggeredAt).toBe(trial.triggers.find((trigger) => trigger.direction === direction)?.closedAt ?? null);
      cycles += figures.cycles;
      triggers += figures.triggers;
      if (figures.triggers > trial.triggers.length) return; // The oldest are left out of the answer.
      const opened = trial.triggers.filter(({ skippedBy }) => skippedBy === null || skippedBy === 'ENTRY_NOT_FILLED');
      const closing = trial.triggers.map(({ closedAt }) => later(closedAt, -MINUTE_MS));
      expect(closing.filter((minute) => one.market.store.candle(one.instrument.symbol, minute) === null)).toEqual([]);
      const stamps = opened.map(({ direction, closedAt }) => `${direction} ${closedAt - 1}`);
      const entries = report.cycles.map(({ direction, cycle }) => `${direction} ${cycle.openedAt}`);
      expect(stamps.toSorted()).toEqual(entries.toSorted());
    } finally {
      one.market.remove();
    }
  });
  expect(Math.min(cycles, triggers)).toBeGreaterThan(CASES);
});
