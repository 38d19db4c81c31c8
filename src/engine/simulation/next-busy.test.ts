import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { LadderParamsInput } from '#engine/model/ladder-params.ts';
import { DOGE, ETH, marketOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { randomHistory } from '../../../tests/support/random-history.ts';
import { type RandomWeek, WEEK_MINUTES } from '../../../tests/support/random-week.ts';
import { withStoredBots } from '../../../tests/support/stored-bots.ts';
import { jump, type Lived, live, walk } from '../../../tests/support/walk-history.ts';
import { bitcoin } from '../../../tests/support/worked-examples.ts';
import { runHistory } from './run-history.ts';
import { simulateAccount } from './simulate-account.ts';

const history = randomHistory(
  chance(20_261_121),
  [
    { symbol: 'BTCUSDT', start: 600_000 },
    { symbol: 'ETHUSDT', start: 200_000 },
    { symbol: 'DOGEUSDT', start: 20_000 },
  ],
  WEEK_MINUTES,
);
/** Enough for every settlement of a symbol in the week. */
const SETTLEMENTS = Math.max(...[...history.symbols.values()].map(({ funding }) => funding.minute.length));

/** One order that waits for nothing: no ladder, no exits. */
const HELD: LadderParamsInput = { baseOrderSize: '1000', safetyOrdersCount: 0, takeProfitPercent: null };

function weekOf(wallet: string, commands: RandomWeek['commands'], limit: string | null = null): RandomWeek {
  const empty = { wallet: cashFrom(wallet), limit: limit === null ? null : cashFrom(limit), minute: null, bots: [] };
  return { market: marketOf([bitcoin, ETH, DOGE]), history, isReopened: false, ...withStoredBots(empty, commands) };
}

const atStart = (...commands: BotCommand[]) => commands.map((command) => ({ minute: 0, command }));

/** Jumps through the week, after making sure that the walk says the same. */
function jumpThrough(week: RandomWeek): Lived {
  const [walked, jumped] = [live(week, walk), live(week, jump)];
  expect(jumped.records).toEqual(walked.records);
  expect(jumped.snapshot).toEqual(walked.snapshot);
  expect(jumped.views).toEqual(walked.views);
  return jumped;
}

const blocksIn = ({ records }: Lived): unknown[] =>
  records.flatMap((record) =>
    record.type === 'note' && record.code === 'ENTRY_BLOCKED' ? [record.figures['reason']] : [],
  );

describe('a jump through history skips the closes of a bot that cannot enter', () => {
  it.each([
    ['INSUFFICIENT_MARGIN', weekOf('190', atStart(botCommand(HELD)))],
    ['PORTFOLIO_LIMIT_EXCEEDED', weekOf('5000', atStart(botCommand({ ...HELD, safetyOrdersCount: 4 })), '600')],
    ['LADDER_REFUSED', weekOf('5000', atStart(botCommand({ ...HELD, baseOrderSize: '60' }, 'bot', ['BTCUSDT'])))],
  ])('because of %s', (reason, week) => {
    const jumped = jumpThrough(week);
    expect(blocksIn(jumped)).toEqual([reason]);
    expect(jumped.visited).toBe(1);
  });

  it('while another position on its wallet moves', () => {
    const held = botCommand({ ...HELD, marginType: 'cross' }, 'held');
    const waiting = botCommand({ ...HELD, baseOrderSize: '4200' }, 'waiting', ['DOGEUSDT']);
    const jumped = jumpThrough(weekOf('1000', atStart(held, waiting)));
    expect(blocksIn(jumped)).toEqual(['INSUFFICIENT_MARGIN']);
    expect(jumped.visited).toBeLessThan(SETTLEMENTS + 4);
  });

  it('while its bot has all the open cycles it may have', () => {
    const bot = botCommand({ ...HELD, maxOpenCycles: 1 }, 'bot', ['ETHUSDT', 'DOGEUSDT']);
    const jumped = jumpThrough(weekOf('5000', atStart(bot)));
    expect(blocksIn(jumped)).toEqual(['MAX_OPEN_CYCLES']);
    expect(jumped.visited).toBeLessThan(SETTLEMENTS + 4);
  });
});

it('a jump through history skips weeks in which a symbol is excluded', () => {
  const excluded = { minute: 0, command: { type: 'set-excluded', symbol: 'ETHUSDT', isExcluded: true } as const };
  const jumped = jumpThrough(weekOf('5000', [excluded, ...atStart(botCommand(HELD))]));
  expect(blocksIn(jumped)).toEqual(['ASSET_EXCLUDED']);
  expect(jumped.visited).toBeLessThan(4);
});

it('an atom blocked for another reason reports MAX_OPEN_CYCLES one minute after its bot is full', () => {
  const far = { baseOrderType: 'limit', baseOrderOffsetPercent: '30', baseOrderTtlS: 604_800 } as const;
  const params = { ...HELD, ...far, baseOrderSize: '60', maxOpenCycles: 1 };
  const jumped = jumpThrough(weekOf('5000', atStart(botCommand(params, 'bot', ['BTCUSDT', 'ETHUSDT']))));
  expect(blocksIn(jumped)).toEqual(['LADDER_REFUSED', 'MAX_OPEN_CYCLES']);
});

it('a jump through history skips weeks in which cross positions on all symbols stay far from liquidation', () => {
  const params: LadderParamsInput = { ...HELD, direction: 'both', marginType: 'cross', leverage: 20 };
  const jumped = jumpThrough(weekOf('5000', atStart(botCommand(params, 'bot', [...history.symbols.keys()]))));
  expect(jumped.snapshot.bots[0]?.bot.atoms.every(({ cycle }) => (cycle?.position.quantity ?? 0) > 0)).toBe(true);
  expect(jumped.visited).toBeLessThan(3 * SETTLEMENTS + 4);
});

it('a jump through history skips a suspended position that is past its time limit', () => {
  const stop = { minute: 20, command: { type: 'stop', botId: 'bot', position: 'protect' } as const };
  const jumped = jumpThrough(
    weekOf('5000', [...atStart(botCommand({ ...HELD, timeLimitS: 3_600, leverage: 1 })), stop]),
  );
  expect(jumped.snapshot.bots[0]?.bot.atoms[0]?.phase).toBe('SUSPENDED');
  expect(jumped.visited).toBeLessThan(SETTLEMENTS + 4);
});

it('a jump through history skips a frozen stretch in which a market order waits', () => {
  const frozen = [{ from: 1, to: 5_000 }];
  const eth = history.symbols.get('ETHUSDT');
  if (eth === undefined) throw new Error('the history holds ETHUSDT');
  const still = { ...history, symbols: new Map([['ETHUSDT', { ...eth, frozen }]]) };
  const jumped = jumpThrough({ ...weekOf('5000', atStart(botCommand(HELD))), history: still });
  expect(jumped.records.find(({ type }) => type === 'trade')).toMatchObject({ at: history.start + 5_000 * 60_000 });
  expect(jumped.visited).toBeLessThan(SETTLEMENTS + 4);
});

it('a jump through history shows the account at the close of every watched minute, busy or not', () => {
  const commands = [botCommand({ ...HELD, marginType: 'cross' }), botCommand(HELD, 'other', ['DOGEUSDT'])];
  const minutes = [0, 1, 2, 1_439, 2_879, 4_000, 4_001, WEEK_MINUTES - 1];
  const week = weekOf('5000', []);
  const seen = (look: (take: () => void, account: ReturnType<typeof simulateAccount>) => void): unknown[] => {
    const account = simulateAccount(week.opened, week.market);
    for (const command of commands) account.command(command, history.start);
    const taken: unknown[] = [];
    look(
      () => taken.push([account.wallet(), account.views('bot'), account.views('other'), account.snapshot()]),
      account,
    );
    return taken;
  };
  const jumped = seen((take, account) =>
    runHistory(account, history, { from: 0, to: WEEK_MINUTES, tell: () => undefined, watch: { minutes, look: take } }),
  );
  const walked = seen((take, account) => {
    for (let minute = 0; minute < WEEK_MINUTES; minute += 1) {
      walk(account, history, { from: minute, to: minute + 1, tell: () => undefined });
      if (minutes.includes(minute)) take();
    }
  });
  expect(jumped).toEqual(walked);
});
