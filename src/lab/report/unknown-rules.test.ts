import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { MINUTE_MS } from '#base/time.ts';
import { customParams } from '#engine/bots/custom/custom-params.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import type { Stretch } from '#engine/model/history.ts';
import { ETH, marketOf, START } from '../../../tests/support/market.ts';
import { randomHistory } from '../../../tests/support/random-history.ts';
import { botReport } from './bot-report.ts';
import { unknownRules, withUnknownRules } from './unknown-rules.ts';

const MINUTES = 1_000;
const line = (value: string) => ({ const: value });
const above = (n: number) => ({ op: 'gt', a: { price: 'close' }, b: { ind: 'sma', n } });

function run(
  enter: object,
  { span = { from: 0, to: MINUTES }, unstored = [] }: { span?: Stretch; unstored?: readonly Stretch[] } = {},
) {
  const whole = randomHistory(chance(3), [{ symbol: 'ETHUSDT', start: 200_000 }], MINUTES);
  const symbols = new Map(
    [...whole.symbols].map(([symbol, stored]) => [symbol, { ...stored, frozen: unstored, unstored }] as const),
  );
  const params = customParams.parse({
    timeframe: '5m',
    sizing: { type: 'fixed_notional', value: '100' },
    buy: { enter },
  });
  const history = { ...whole, symbols };
  const rest = { kind: ruleStrategy.kind, params, wallet: cashFrom('10000') };
  return { ...rest, history, market: marketOf([ETH]), symbols: ['ETHUSDT'], span };
}
const at = (minute: number) => START + minute * MINUTE_MS;
const first = { reason: 'RULES_UNKNOWN', symbol: 'ETHUSDT', direction: 'buy', level: null, from: at(0) };

describe('a report of rules without enough history', () => {
  it('a report names the number of bars at which rules were unknown, and since when they are known', () => {
    const report = withUnknownRules(botReport(run(above(20))), run(above(20)));
    expect(report.halts).toContainEqual({ ...first, to: at(100), bars: 19 });
    expect(report.flags).toContain('RULES_UNKNOWN');
    expect(unknownRules(run(above(300)))).toEqual([{ ...first, to: null, bars: 200 }]);
  });

  it('a report names no unknown rules where the history before the run suffices', () => {
    const later = run(above(20), { span: { from: 300, to: MINUTES } });
    expect(unknownRules(later)).toEqual([]);
    expect(withUnknownRules(botReport(later), later).flags).not.toContain('RULES_UNKNOWN');
  });

  it('unknown bars after a hole are counted by those that closed with a market', () => {
    const hole = { from: 502, to: 522 };
    const halts = unknownRules(run(above(20), { unstored: [hole] })).slice(1);
    // The bar that the hole begins in closes inside of it; those of 525 to 620 have not twenty known ones before them.
    expect(halts).toMatchObject([{ to: at(625), bars: 20 }]);
  });

  it('a report does not name rules that no history can make known: positions, and series that are not stored', () => {
    const since = { op: 'gt', a: { pos: 'bars_since_exit' }, b: line('3') };
    const interest = { op: 'gt', a: { ind: 'oi_change_percent', n: 3 }, b: line('1') };
    for (const enter of [since, interest, { not: since }, { op: 'within', n: 3, cond: interest }])
      expect(unknownRules(run(enter))).toEqual([]);
    expect(unknownRules(run({ any: [since, above(20), interest] }))).toEqual([{ ...first, to: at(100), bars: 19 }]);
  });
});
