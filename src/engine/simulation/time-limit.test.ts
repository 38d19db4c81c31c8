import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#base/time.ts';
import { type CandlePrices, ETH, marketOf, START } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import {
  accountAfter,
  afterMinutes,
  flat,
  laterMinutes,
  openCycleOf,
  runMinutes,
  storedAfter,
} from '../../../tests/support/small-account.ts';
import type { AccountRecord } from '../model/record.ts';

const MARKET = marketOf([ETH]);
const LADDER = { baseOrderSize: '200', safetyOrdersCount: 1, takeProfitPercent: '5', leverage: 10 } as const;
const still = (count: number): CandlePrices[] => Array.from({ length: count }, () => flat(200_000));

/** Role and minute of every fill, counted from the first minute. */
const fillsOf = (records: readonly AccountRecord[]) =>
  records.flatMap((record) =>
    record.type === 'trade' ? [`${record.role} ${Math.floor((record.at - START) / MINUTE_MS)}`] : [],
  );

describe('the time limit', () => {
  it('of 3,600 seconds exits at the open 60 minutes after the entry, not 61', () => {
    const account = accountAfter([botCommand({ ...LADDER, timeLimitS: 3_600 })], [], MARKET);
    const records = runMinutes(account, laterMinutes(0, still(62)));
    expect(fillsOf(records)).toEqual(['base 1', 'exit 61']);
    const exit = records.find((record) => record.type === 'trade' && record.role === 'exit');
    expect(exit).toMatchObject({ at: START + 61 * MINUTE_MS });
  });

  it('counts from the end of the minute in which a limit order filled', () => {
    const params = { ...LADDER, baseOrderType: 'limit', baseOrderOffsetPercent: '0.1', timeLimitS: 120 } as const;
    const account = accountAfter([botCommand(params)], [], MARKET);
    const candles: CandlePrices[] = [flat(200_000), [200_000, 200_000, 199_000, 199_900], ...still(4)];
    expect(fillsOf(runMinutes(account, laterMinutes(0, candles)))).toEqual(['base 1', 'exit 4']);
  });

  it('starts the cool-down when it exits at the open, and the next cycle begins when the cool-down has passed', () => {
    const account = accountAfter([botCommand({ ...LADDER, timeLimitS: 60, cooldownS: 120 })], [], MARKET);
    expect(fillsOf(runMinutes(account, laterMinutes(0, still(6))))).toEqual(['base 1', 'exit 2', 'base 4', 'exit 5']);
  });

  it('does not close the position of a bot that its user has stopped', () => {
    const account = accountAfter([botCommand({ ...LADDER, timeLimitS: 120 })], still(2), MARKET);
    account.command({ type: 'stop', botId: 'bot', position: 'protect' }, afterMinutes(2));
    expect(runMinutes(account, laterMinutes(2, still(4)))).toEqual([]);
  });
});

describe('a bot in ERROR', () => {
  /** Both directions; the long is liquidated in the third minute, and its bot fails at the close of it. */
  const params = { ...LADDER, direction: 'both', takeProfitPercent: null, stopLossPercent: null } as const;
  const fall: CandlePrices = [200_000, 200_000, 170_000, 170_000];

  it('cancels base and safety orders and keeps the time limit of its position', () => {
    const account = accountAfter([botCommand({ ...params, timeLimitS: 300 })], [...still(2), fall], MARKET);
    const [long, short] = account.bot('bot')?.bot.atoms ?? [];
    expect(account.bot('bot')?.bot.state).toBe('ERROR');
    expect(long).toMatchObject({ mode: 'failed', cycle: null });
    expect(short).toMatchObject({ mode: 'failed', phase: 'SUSPENDED', cycle: { orders: [] } });
    const records = runMinutes(
      account,
      laterMinutes(
        3,
        Array.from({ length: 5 }, () => flat(170_000)),
      ),
    );
    expect(fillsOf(records)).toEqual(['exit 6']);
    expect(records).toContainEqual(expect.objectContaining({ type: 'note', code: 'TIME_LIMIT_REACHED' }));
    expect(openCycleOf(account)).toBeNull();
  });

  it('keeps take profit, stop and trailing exit of its position', () => {
    const exits = { takeProfitPercent: '20', stopLossPercent: '12', trailingPercent: '1' } as const;
    const account = storedAfter(botCommand({ ...params, ...exits }), [...still(2), fall], MARKET);
    const short = account.bot('bot')?.bot.atoms[1];
    expect(short?.cycle?.orders.map(({ role }) => role)).toEqual(['stop_loss']);
    const candles: CandlePrices[] = [
      [170_000, 170_000, 155_000, 155_000],
      [155_000, 160_000, 155_000, 160_000],
    ];
    expect(fillsOf(runMinutes(account, laterMinutes(3, candles)))).toEqual(['trailing 4']);
  });
});
