import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { START_PRICES } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import {
  accountAfter,
  afterMinutes,
  firstAtom,
  flat,
  laterMinutes,
  openCycleOf,
  paramsOf,
  rolesOf,
  runMinutes,
} from '../../../tests/support/small-account.ts';
import type { AccountInSimulation } from '../model/account.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';

const LADDER: LadderParamsInput = {
  baseOrderSize: '200',
  safetyOrdersCount: 2,
  stepPercent: '1',
  takeProfitPercent: '1',
  leverage: 10,
};

function apply(account: AccountInSimulation, input: LadderParamsInput, when: 'now' | 'next_cycle') {
  return account.command(
    { type: 'apply-params', botId: 'bot', params: paramsOf(input), paramsVersion: 2, when, prices: START_PRICES },
    afterMinutes(3),
  );
}

const opened = (input: LadderParamsInput = LADDER, price = 199_500): AccountInSimulation =>
  accountAfter([botCommand(input)], [flat(200_000), flat(200_000), flat(price)]);

describe('parameters applied from the next cycle on', () => {
  it('leave stop-loss and take profit of the open cycle alone and apply to the next one', () => {
    const account = opened();
    const before = openCycleOf(account);
    expect(apply(account, { ...LADDER, stopLossPercent: '2.5', takeProfitPercent: '3' }, 'next_cycle').ok).toBe(true);
    expect(openCycleOf(account)).toEqual(before);
    runMinutes(account, laterMinutes(3, [[199_500, 203_000, 199_500, 203_000], flat(203_000)]));
    expect(openCycleOf(account)).toMatchObject({ seq: 2, paramsVersion: 2 });
    expect(rolesOf(account)).toEqual(['stop_loss', 'take_profit', 'safety', 'safety']);
    expect(firstAtom(account)).toMatchObject({ stopLoss: 2_500_000, takeProfit: 3_000_000 });
  });

  it('can be brought to the open cycle by set-conditions with the same percentages', () => {
    const account = opened();
    apply(account, { ...LADDER, stopLossPercent: '4' }, 'next_cycle');
    expect(rolesOf(account)).not.toContain('stop_loss');
    const set = { stopLossPercent: '4', takeProfitPercent: '1', isConfirmed: false, prices: START_PRICES };
    expect(account.command({ type: 'set-conditions', botId: 'bot', ...set }, afterMinutes(3)).ok).toBe(true);
    expect(rolesOf(account)).toContain('stop_loss');
  });

  it('never stop an open cycle out by a stop-loss that the price has already passed', () => {
    const account = opened({ ...LADDER, safetyOrdersCount: 0 }, 190_000);
    expect(apply(account, { ...LADDER, safetyOrdersCount: 0, stopLossPercent: '2' }, 'next_cycle').ok).toBe(true);
    runMinutes(account, laterMinutes(3, [flat(190_000)]));
    expect(firstAtom(account)?.phase).toBe('OPEN');
  });
});

describe('parameters applied at once', () => {
  it('are refused when their stop-loss would close the open cycle at market', () => {
    const account = opened({ ...LADDER, safetyOrdersCount: 0 }, 190_000);
    const before = account.snapshot();
    expect(apply(account, { ...LADDER, safetyOrdersCount: 0, stopLossPercent: '2' }, 'now')).toMatchObject({
      ok: false,
      reasons: [{ code: 'CONDITION_TRIGGERS_NOW' }],
    });
    expect(account.snapshot()).toEqual(before);
  });

  it('commit the margin of the new ladder, but never less than the open position uses', () => {
    const account = opened();
    apply(account, { ...LADDER, safetyOrderSize: '2000' }, 'now');
    // The base of 200 and two steps of about 2,000 each, a tenth of it as margin; it was 60 before.
    expect(account.committed()).toBeGreaterThan(cashFrom('400'));
    apply(account, { ...LADDER, baseOrderSize: '20', safetyOrdersCount: 0, takeProfitPercent: '2' }, 'now');
    expect(account.committed()).toBeGreaterThanOrEqual(cashFrom('20'));
  });

  it('keep margin mode and leverage of an open position until the next cycle', () => {
    const account = opened({ ...LADDER, marginType: 'cross' }, 196_500);
    apply(account, { ...LADDER, marginType: 'isolated', leverage: 20 }, 'now');
    expect(openCycleOf(account)?.params).toMatchObject({ marginType: 'cross', leverage: 10 });
    runMinutes(account, laterMinutes(3, [flat(196_500)]));
    expect(firstAtom(account)?.phase).toBe('OPEN');
  });

  it('change margin mode and leverage where only the base order is waiting', () => {
    const limit = { baseOrderType: 'limit', baseOrderOffsetPercent: '5' } as const;
    const account = opened({ ...LADDER, ...limit, marginType: 'cross' }, 200_000);
    apply(account, { ...LADDER, ...limit, marginType: 'isolated', leverage: 20 }, 'now');
    expect(openCycleOf(account)?.params).toMatchObject({ marginType: 'isolated', leverage: 20 });
  });
});
