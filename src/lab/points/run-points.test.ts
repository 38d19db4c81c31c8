import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { randomBotRun } from '../../../tests/support/random-bot-run.ts';
import { randomStrategy } from '../../../tests/support/random-strategy.ts';
import { type BotRun, botReport } from '../report/bot-report.ts';
import { withUnknownRules } from '../report/unknown-rules.ts';
import { figuresOfReport } from '../sweep/account-figures.ts';
import { trialErrors } from '../trial-errors.ts';
import { pointFlags } from './point-flags.ts';
import type { PointRun, PointTask } from './point-task.ts';
import { curveOfReport } from './report-curve.ts';
import { runPoints } from './run-points.ts';

const DAY = 1_440;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

function taskOf(run: BotRun, changes: Partial<PointTask> = {}): PointTask {
  const { history, market, symbols, kind, wallet, params } = run;
  const costs = { slippage: market.slippage, volumeCap: null, path: 'pessimistic' } as const;
  const spans = [{ from: 0, to: history.minutes }];
  return { history, instruments: market.instruments, symbols, kind, wallet, costs, sets: [params], spans, ...changes };
}

function ran(run: PointRun | undefined) {
  if (run?.type !== 'run') throw new Error('the point was run');
  return run;
}

/** Whether a bot could be created at the first minute of a span. */
function passes(run: BotRun, from: number): boolean {
  return run.symbols.every((symbol) => {
    const [history, instrument] = [run.history.symbols.get(symbol), run.market.instruments.get(symbol)];
    return (
      history !== undefined &&
      instrument !== undefined &&
      trialErrors(run, { history, instrument, wallet: run.wallet, from }).length === 0
    );
  });
}

describe('a point of a backtest', () => {
  it('has the figures and the curve of its report, over the whole period and over parts of it', () => {
    let compared = 0;
    checkProperty(
      fc.property(seeds, (seed) => {
        const run = randomBotRun(chance(seed), { minutes: 4 * DAY });
        const spans = [
          { from: 0, to: 4 * DAY },
          { from: 0, to: DAY + 77 },
          { from: DAY + 77, to: 4 * DAY },
        ];
        const [runs = []] = runPoints(taskOf(run, { spans }));
        for (const [index, span] of spans.entries()) {
          const found = runs[index];
          expect(found?.type).toBe(passes(run, span.from) ? 'run' : 'refused');
          if (found?.type !== 'run') continue;
          const report = botReport({ ...run, span });
          expect(found.figures).toEqual(figuresOfReport(report));
          expect([...found.curve]).toEqual([...curveOfReport(report, run.history, span)]);
          expect(found.curve.at(-1)).toBe(report.totals.equityAtEnd);
          compared += 1;
        }
      }),
      15,
    );
    expect(compared).toBeGreaterThan(5);
  });

  it('of a strategy of rules has the figures and the curve of its report, also over a part of the period', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const { kind } = ruleStrategy;
        const params = familyOf(kind).params.parse(randomStrategy(chance(seed)));
        const run = { ...randomBotRun(chance(seed), { minutes: 2 * DAY, symbols: 1 }), kind, params };
        const span = { from: DAY + 77, to: 2 * DAY };
        const [[found] = []] = runPoints(taskOf(run, { spans: [span] }));
        if (found?.type !== 'run') return;
        const report = botReport({ ...run, span });
        expect(found.figures).toEqual(figuresOfReport(report));
        expect([...found.curve]).toEqual([...curveOfReport(report, run.history, span)]);
      }),
      6,
    );
  });

  it('is the same alone and among other sets', () => {
    const run = randomBotRun(chance(11), { minutes: 2 * DAY, symbols: 1 });
    const sets = ['0.3', '0.6', '1.2'].map((takeProfitPercent) =>
      ladderParams.parse({ baseOrderSize: '100', safetyOrdersCount: 2, takeProfitPercent }),
    );
    const together = runPoints(taskOf(run, { sets }));
    const alone = sets.flatMap((params) => runPoints(taskOf(run, { sets: [params] })));
    expect(together).toEqual(alone);
  });

  it('has the flag RULES_UNKNOWN where its report has it: without the history that its rules read', () => {
    const market = randomBotRun(chance(14), { minutes: 2 * DAY, symbols: 1 });
    const params = familyOf(ruleStrategy.kind).params.parse({
      ...{ timeframe: '1h', sizing: { type: 'fixed_notional', value: '100' } },
      buy: { enter: { op: 'gt', a: { price: 'close' }, b: { ind: 'sma', n: 20 } } },
    });
    const symbols = new Map([...market.history.symbols].map(([name, one]) => [name, { ...one, frozen: [] }]));
    const run = { ...market, history: { ...market.history, symbols }, kind: ruleStrategy.kind, params };
    const spans = [
      { from: 0, to: 2 * DAY },
      { from: DAY + 77, to: 2 * DAY },
    ];
    const [points = []] = runPoints(taskOf(run, { spans }));
    const flags = points.map((point) => pointFlags(ran(point), { dailyReturns: 1 }).includes('RULES_UNKNOWN'));
    const reported = spans.map((span) => withUnknownRules(botReport({ ...run, span }), { ...run, span }).flags);
    expect(flags).toEqual([true, false]);
    expect(reported.map((own) => own.includes('RULES_UNKNOWN'))).toEqual(flags);
  });

  it('is refused with the reason for which its bot could not be created', () => {
    const run = randomBotRun(chance(12), { minutes: DAY, symbols: 1 });
    const tiny = ladderParams.parse({ baseOrderSize: '0.001' });
    const [[refused] = [], [right] = []] = runPoints(taskOf(run, { sets: [tiny, run.params] }));
    expect(refused).toMatchObject({ type: 'refused', reason: { code: expect.stringMatching(/^LEVEL_BELOW_MIN/) } });
    expect(right?.type).toBe('run');
  });

  it('fills no more of a minute than its volume cap allows', () => {
    const run = randomBotRun(chance(13), { minutes: 2 * DAY, symbols: 1 });
    const sets = [ladderParams.parse({ baseOrderSize: '100', safetyOrdersCount: 2, takeProfitPercent: '0.4' })];
    const capped = (percent: string) =>
      ran(runPoints(taskOf(run, { sets, costs: { ...taskOf(run).costs, volumeCap: rateFrom(percent) } }))[0]?.[0]);
    expect(capped('0.1')).toEqual(ran(runPoints(taskOf(run, { sets }))[0]?.[0]));
    expect(capped('0').figures.cycles).toBe(0); // Nothing rests that could be filled but the base order at market.
  });

  it('of a rule reads the closes before its part of the period', () => {
    const run = randomBotRun(chance(14), { minutes: 4 * DAY, symbols: 1 });
    const rule = { op: 'gt', a: { ind: 'sma', n: 100 }, b: { const: '0' } };
    const params = {
      timeframe: '15m',
      sizing: { type: 'fixed_notional', value: '200' },
      buy: { enter: { trigger: 'level', ...rule }, takeProfitPercent: '50' },
    };
    const task = (from: number) =>
      taskOf(run, {
        kind: ruleStrategy.kind,
        sets: [familyOf(ruleStrategy.kind).params.parse(params)],
        spans: [{ from, to: 4 * DAY }],
      });
    const [cold, warm] = [0, 2 * DAY].map((from) => ran(runPoints(task(from))[0]?.[0]));
    // A hundred bars of a quarter of an hour are more than a day, in which a cold start cannot act.
    expect(warm?.figures.minutesInPosition).toBeGreaterThan(1.9 * DAY);
    expect(cold?.figures.minutesInPosition).toBeLessThan(3 * DAY);
  });
});
