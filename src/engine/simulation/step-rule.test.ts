import { describe, expect, it } from 'vitest';
import { START_PRICES } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import {
  accountAfter,
  afterMinutes,
  flat,
  laterMinutes,
  openCycleOf,
  paramsOf,
  runMinutes,
} from '../../../tests/support/small-account.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';

const always = { timeframe: '1m', trigger: 'level', op: 'gt', a: { const: '2' }, b: { const: '1' } } as const;
const never = { ...always, op: 'lt' } as const;
/** 200 at 2,000.00 and three steps of 200, each one percent below the one before it. */
const LADDER: LadderParamsInput = {
  ...{ baseOrderSize: '200', safetyOrdersCount: 3, stepPercent: '1', leverage: 10, takeProfitPercent: null },
  safetyConditions: always,
};

const OPENED = [flat(200_000), flat(200_000)];
const steps = (account: ReturnType<typeof accountAfter>) =>
  (openCycleOf(account)?.orders ?? []).filter(({ role }) => role === 'safety');

describe('a ladder with a rule for its steps', () => {
  it('places no step ahead, and none while its rule does not act, however deep the price falls', () => {
    const fallen = [...OPENED, flat(190_000)];
    expect(steps(accountAfter([botCommand(LADDER)], OPENED))).toEqual([]);
    expect(steps(accountAfter([botCommand({ ...LADDER, safetyConditions: never })], fallen))).toEqual([]);
  });

  it('executes at market every step that the close has reached, each sized by that close', () => {
    const account = accountAfter([botCommand(LADDER)], [...OPENED, [197_000, 197_000, 193_000, 195_000]]);
    const wanted = { type: 'MARKET', price: null, quantity: 102 };
    expect(steps(account)).toMatchObject([1, 2].map((level) => ({ level, ...wanted })));
    runMinutes(account, laterMinutes(3, [flat(196_000)]));
    expect(openCycleOf(account)).toMatchObject({ levelsFilled: 2, levelsPlaced: 2, deepestPrice: 196_000, orders: [] });
  });

  it('leaves a step that only the low of a minute has reached', () => {
    const account = accountAfter([botCommand(LADDER)], [...OPENED, [200_000, 200_000, 193_000, 199_000]]);
    expect(steps(account)).toEqual([]);
  });

  it('takes the steps of a short where the price has risen to them', () => {
    const account = accountAfter([botCommand({ ...LADDER, direction: 'sell' })], [...OPENED, flat(203_000)]);
    expect(steps(account)).toMatchObject([{ level: 1, side: 'SELL', quantity: 98 }]);
  });

  it('does not take a step twice that is under way when its parameters are replaced', () => {
    const account = accountAfter([botCommand(LADDER)], [...OPENED, flat(197_900)]);
    expect(steps(account).map(({ level }) => level)).toEqual([1]);
    const params = paramsOf({ ...LADDER, stepPercent: '0.9' });
    const applied = { params, paramsVersion: 2, when: 'now', prices: START_PRICES } as const;
    expect(account.command({ type: 'apply-params', botId: 'bot', ...applied }, afterMinutes(3)).ok).toBe(true);
    expect(steps(account).map(({ level }) => level)).toEqual([1]);
    runMinutes(account, laterMinutes(3, [flat(197_900)]));
    expect(openCycleOf(account)).toMatchObject({ levelsFilled: 1, levelsPlaced: 1, orders: [] });
  });

  it('rests its steps in the book once its rule is removed, and withdraws them when it gets one', () => {
    const account = accountAfter([botCommand(LADDER)], OPENED);
    const apply = (safetyConditions: LadderParamsInput['safetyConditions'], minute: number) =>
      account.command(
        {
          ...{ type: 'apply-params', botId: 'bot', paramsVersion: minute, when: 'now', prices: START_PRICES },
          params: paramsOf({ ...LADDER, safetyConditions }),
        },
        afterMinutes(minute),
      );
    expect(apply(null, 2).ok).toBe(true);
    expect(steps(account).map(({ level, type }) => `${level} ${type}`)).toEqual(['1 LIMIT', '2 LIMIT', '3 LIMIT']);
    expect(apply(LADDER.safetyConditions, 2).ok).toBe(true);
    expect(steps(account)).toEqual([]);
  });

  it('reserves the fee of a taker for its steps', () => {
    const committed = (input: LadderParamsInput) =>
      openCycleOf(accountAfter([botCommand(input)], OPENED))?.committedMargin ?? 0;
    expect(committed(LADDER)).toBeGreaterThan(committed({ ...LADDER, safetyConditions: null }));
  });
});
