import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesOf, START_PRICES } from '../../../tests/support/market.ts';
import { checkProperty } from '../../../tests/support/property.ts';
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
import type { AccountInSimulation } from '../model/account.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';

const LADDER: LadderParamsInput = {
  baseOrderSize: '200',
  safetyOrdersCount: 5,
  stepPercent: '2',
  takeProfitPercent: '1',
  stopLossPercent: '15',
  leverage: 5,
};

/** The base has filled at 2,000 and step 1 at 1,960. */
const opened = (input: LadderParamsInput = LADDER): AccountInSimulation =>
  accountAfter([botCommand(input)], [flat(200_000), flat(200_000), [200_000, 200_000, 195_900, 195_900]]);

function apply(account: AccountInSimulation, input: LadderParamsInput) {
  const params = paramsOf(input);
  const outcome = account.command(
    { type: 'apply-params', botId: 'bot', params, paramsVersion: 2, when: 'now', prices: START_PRICES },
    afterMinutes(3),
  );
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reasons));
  const orders = outcome.value.filter((record) => record.type === 'order');
  const told = (state: string) =>
    orders.filter((record) => record.state === state).map(({ order }) => [order.role, order.level]);
  return { cancels: told('CANCELED'), places: told('OPEN') };
}

const restingOf = (account: AccountInSimulation) => openCycleOf(account)?.orders ?? [];
const numbersOf = (account: AccountInSimulation) =>
  restingOf(account).map(({ role, level, number }) => [role, level, number]);

describe('parameters applied to an open cycle', () => {
  it('replace only the take profit when only that changes; every step keeps its place in the queue', () => {
    const account = opened();
    const before = restingOf(account).filter(({ role }) => role !== 'take_profit');
    expect(before).toHaveLength(5);
    expect(apply(account, { ...LADDER, takeProfitPercent: '1.3' })).toEqual({
      cancels: [['take_profit', 1]],
      places: [['take_profit', 1]],
    });
    expect(restingOf(account).filter(({ role }) => role !== 'take_profit')).toEqual(before);
  });

  it('replace no order when they are the same parameters', () => {
    const account = opened();
    const before = numbersOf(account);
    expect(apply(account, LADDER)).toEqual({ cancels: [], places: [] });
    expect(numbersOf(account)).toEqual(before);
  });

  it('replace a changed exit once, whether its percentage, its basis or both change', () => {
    expect(apply(opened(), { ...LADDER, takeProfitPercent: '1.3', tpBasis: 'base' })).toEqual({
      cancels: [['take_profit', 1]],
      places: [['take_profit', 1]],
    });
    expect(apply(opened(), { ...LADDER, tpOrder: 'market_trigger' })).toEqual({
      cancels: [['take_profit', 1]],
      places: [['take_profit', 1]],
    });
  });

  it('add and withdraw steps at the end of the ladder and leave the others', () => {
    const account = opened();
    expect(apply(account, { ...LADDER, safetyOrdersCount: 6 })).toEqual({ cancels: [], places: [['safety', 6]] });
    expect(apply(account, { ...LADDER, safetyOrdersCount: 3 })).toEqual({
      cancels: [
        ['safety', 4],
        ['safety', 5],
        ['safety', 6],
      ],
      places: [],
    });
    expect(apply(account, { ...LADDER, activeSafetyOrders: 1 })).toEqual({ cancels: [['safety', 3]], places: [] });
  });

  it('replace a step between others, and the next steps still fill in the order of their prices', () => {
    const steps = ['2', '4', '6'].map((deviationPercent) => ({ deviationPercent, size: '100' }));
    const sizes = (middle: string) => steps.map((step, index) => (index === 1 ? { ...step, size: middle } : step));
    const custom = { ...LADDER, safetyOrdersCount: 3, customLevels: sizes('100') };
    const account = opened(custom);
    expect(apply(account, { ...custom, customLevels: sizes('120') })).toEqual({
      cancels: [['safety', 2]],
      places: [['safety', 2]],
    });
    expect(account.views('bot')[0]?.nextLevelPrice).toBe(192_000);
    const fills = runMinutes(account, laterMinutes(3, [[195_900, 195_900, 187_000, 187_000]]));
    expect(fills.flatMap((record) => (record.type === 'trade' ? [record.price] : []))).toEqual([192_000, 188_000]);
  });

  it('leave a step that has begun to fill, and what is filled of it counts once', () => {
    const account = accountAfter([botCommand(LADDER)], [flat(200_000), flat(200_000)]);
    const candles = [flat(1), flat(1), [200_000, 200_000, 195_900, 195_900]] as const;
    runMinutes(account, minutesOf({ ETHUSDT: candles }, { volume: 400 }).slice(2));
    const begun = restingOf(account).find(({ role, filled }) => role === 'safety' && filled > 0);
    expect(begun).toMatchObject({ level: 1, filled: 40 });
    apply(account, { ...LADDER, takeProfitPercent: '1.3' });
    expect(restingOf(account)).toContainEqual(begun);
    expect(openCycleOf(account)).toMatchObject({ levelsFilled: 0, levelsPlaced: 5 });
  });

  it('leave an armed trailing exit whose rate does not change, and withdraw it when it does', () => {
    const trailing = { ...LADDER, stopLossPercent: null, trailingPercent: '0.5' };
    const armed = () =>
      accountAfter([botCommand(trailing)], [flat(200_000), flat(200_000), [200_000, 203_000, 200_000, 202_800]]);
    expect(apply(armed(), { ...trailing, safetyOrdersCount: 6 })).toEqual({ cancels: [], places: [['safety', 6]] });
    expect(apply(armed(), { ...trailing, trailingPercent: '0.8' })).toEqual({ cancels: [['trailing', 0]], places: [] });
    expect(apply(armed(), { ...trailing, takeProfitPercent: '3' }).cancels).toEqual([['trailing', 0]]);
  });
});

it('after a change of parameters the same orders rest that a stop and a restart would place anew', () => {
  const ladders = fc.record({
    safetyOrdersCount: fc.integer({ min: 0, max: 7 }),
    activeSafetyOrders: fc.constantFrom(null, 1, 2, 4),
    stepPercent: fc.constantFrom('0.5', '0.7', '1'),
    stepScale: fc.constantFrom('1', '1.5'),
    volumeScale: fc.constantFrom('1', '1.2'),
    takeProfitPercent: fc.constantFrom('1', '1.3'),
    stopLossPercent: fc.constantFrom(null, '45'),
  });
  const input = (of: LadderParamsInput | object): LadderParamsInput => ({ baseOrderSize: '200', leverage: 1, ...of });
  const read = (of: LadderParamsInput): LadderParamsInput => ({
    ...of,
    activeSafetyOrders:
      of.activeSafetyOrders == null || of.activeSafetyOrders > (of.safetyOrdersCount ?? 0)
        ? null
        : of.activeSafetyOrders,
  });
  const plain = (account: AccountInSimulation) =>
    restingOf(account)
      .map(({ role, level, price, triggerPrice, quantity }) => ({ role, level, price, triggerPrice, quantity }))
      .sort((a, b) => a.role.localeCompare(b.role) || a.level - b.level);
  checkProperty(
    fc.property(ladders, ladders, (before, after) => {
      const account = opened(read(input(before)));
      apply(account, read(input(after)));
      const replaced = plain(account);
      expect(account.command({ type: 'stop', botId: 'bot', position: 'protect' }, afterMinutes(3)).ok).toBe(true);
      expect(account.command({ type: 'restart', botId: 'bot' }, afterMinutes(3)).ok).toBe(true);
      expect(plain(account)).toEqual(replaced);
    }),
    300,
  );
});
