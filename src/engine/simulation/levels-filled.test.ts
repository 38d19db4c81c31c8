import { describe, expect, it } from 'vitest';
import { type CandlePrices, ETH, marketOf, minutesOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { accountAfter, afterMinutes, flat, openCycleOf, runMinutes } from '../../../tests/support/small-account.ts';
import type { AccountRecord } from '../model/record.ts';

const LADDER = { baseOrderSize: '200', safetyOrdersCount: 3, takeProfitPercent: '5', leverage: 5 } as const;
const DEEP: CandlePrices = [200_000, 200_000, 195_900, 196_000];

/** A bot that runs through these candles; its limit orders fill with at most a tenth of each minute's volume. */
function lived(candles: readonly CandlePrices[], volume: number, params: Parameters<typeof botCommand>[0] = LADDER) {
  const account = accountAfter([botCommand(params)], [], marketOf([ETH]));
  return { account, records: runMinutes(account, minutesOf({ ETHUSDT: candles }, { volume })) };
}

const netLevels = (records: readonly AccountRecord[]) =>
  records.flatMap((record) => (record.type === 'net-cycle' ? [record.netCycle.levelsFilledMax] : [])).at(-1);

describe('the number of filled levels of a cycle', () => {
  it('is zero when only the base order is filled', () => {
    const { account } = lived([flat(200_000), flat(200_000)], 1_000_000);
    expect(openCycleOf(account)).toMatchObject({ entryQuantity: 100, levelsFilled: 0 });
  });

  it('counts the safety orders that are completely filled', () => {
    const { account, records } = lived([flat(200_000), flat(200_000), DEEP], 1_500);
    expect(openCycleOf(account)).toMatchObject({ entryQuantity: 250, levelsFilled: 1 }); // 101 and 49 of 102.
    expect(netLevels(records)).toBe(1);
  });

  it('includes a safety order that was partly filled when the cycle ended', () => {
    const { account, records } = lived([flat(200_000), flat(200_000), DEEP], 1_500);
    account.command({ type: 'stop', botId: 'bot', position: 'close' }, afterMinutes(3));
    const minutes = minutesOf({ ETHUSDT: [...Array.from({ length: 3 }, () => flat(1)), flat(196_000)] }).slice(3);
    records.push(...runMinutes(account, minutes));
    const ended = records.flatMap((record) => (record.type === 'cycle' ? [record.cycle] : [])).at(-1);
    expect(ended).toMatchObject({ state: 'CLOSED', closeReason: 'bot_stop', levelsFilled: 2 });
    expect(netLevels(records)).toBe(2);
  });

  it('never includes a base order that was partly filled when it was cancelled', () => {
    const limit = { baseOrderType: 'limit', baseOrderOffsetPercent: '1', baseOrderTtlS: 60 } as const;
    const { account } = lived([flat(200_000), DEEP], 400, { ...LADDER, ...limit });
    expect(openCycleOf(account)).toMatchObject({ entryQuantity: 40, levelsFilled: 0 });
    expect(openCycleOf(account)?.orders.map(({ role }) => role)).not.toContain('base');
  });
});
