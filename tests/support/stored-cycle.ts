import { cashFrom } from '#base/decimal.ts';
import { steps, ticks, ZERO_CASH } from '#base/exact.ts';
import type { EngineBot } from '#engine/model/bot.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { AccountRecord, AtomKey } from '#engine/model/record.ts';
import { START } from './market.ts';
import { botCommand } from './random-account.ts';

export const KEY: AtomKey = { botId: 'bot', symbol: 'ETHUSDT', direction: 'buy' };

/** A newly created bot on ETHUSDT. */
export function newBot(botId = KEY.botId): EngineBot {
  const command = botCommand({ baseOrderSize: '100' }, botId);
  if (command.type !== 'create') throw new Error('botCommand makes a bot');
  return command.bot;
}

/** An ended cycle with the changes a test needs. Unchanged, its net result is 0.88 USDT. */
export function cycleOf(change: Partial<Cycle>): Cycle {
  const bot = newBot();
  return {
    seq: 1,
    state: 'CLOSED',
    params: bot.params,
    paramsVersion: 1,
    openedRunNo: 1,
    openedAt: START,
    beginAt: START,
    endAt: START,
    closeReason: 'take_profit',
    basePrice: ticks(200_000),
    position: { quantity: steps(0), cost: ZERO_CASH, fees: ZERO_CASH, fundingPaid: ZERO_CASH },
    orders: [],
    nextOrder: 3,
    levelsFilled: 0,
    levelsPlaced: 1,
    deepestPrice: ticks(200_000),
    entryQuantity: steps(50),
    entryCost: cashFrom('100'),
    exitQuantity: steps(50),
    exitValue: cashFrom('101'),
    gross: cashFrom('1'),
    commission: cashFrom('0.1'),
    funding: cashFrom('-0.02'),
    liquidationFee: ZERO_CASH,
    peakMargin: cashFrom('20'),
    committedMargin: cashFrom('120'),
    isolatedWallet: ZERO_CASH,
    trailingExtreme: null,
    exitReason: null,
    lowSeen: ticks(197_000),
    highSeen: ticks(202_222),
    ...change,
  };
}

/** The record of a cycle, by default one of the bot of `KEY`. */
export function cycleRecord(cycle: Cycle, key: AtomKey = KEY): AccountRecord {
  return { type: 'cycle', ...key, cycle, netCycleSeq: 1, openedRunNo: 1, levelsTotal: 5, runNo: 1 };
}
