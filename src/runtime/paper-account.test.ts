import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { add, type Cash, subtract, ZERO_CASH } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { HOUR_MS, instantOf, MINUTE_MS } from '#base/time.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { DOGE, ETH, marketOf, minutesOf, START } from '../../tests/support/market.ts';
import { botCommand, randomRun } from '../../tests/support/random-account.ts';
import { EMPTY, flat } from '../../tests/support/small-account.ts';
import {
  advanceAccount,
  commandAccount,
  type PaperAccount,
  paperAccount,
  pendingCount,
  takeAccountBatch,
} from './paper-account.ts';
import { addRealized, type RealizedByBot } from './realized.ts';

/** A flat price for two hours, and an account right before it. */
const minutes = minutesOf({ ETHUSDT: Array.from({ length: 120 }, () => flat(200_000)) });

function freshAccount(): PaperAccount {
  return paperAccount({
    ownerId: 'ann',
    portfolioId: 'p',
    account: simulateAccount(EMPTY, marketOf([ETH, DOGE])),
    minute: instantOf(START - MINUTE_MS),
    isLagging: false,
    tradeSeq: 1,
    realized: new Map(),
    names: new Map([['bot', 'Momentum']]),
  });
}

function run(paper: PaperAccount, count: number, from = 0): void {
  for (const minute of minutes.slice(from, from + count)) advanceAccount(paper, minute);
}

const creation: BotCommand = botCommand({ baseOrderSize: '100', takeProfitPercent: '5' });

describe('the batch of an account', () => {
  it('contains what was decided since the last batch, numbered consecutively, once', () => {
    const paper = freshAccount();
    expect(commandAccount(paper, creation).ok).toBe(true);
    run(paper, 3);
    const first = takeAccountBatch(paper);
    const trades = first?.records.filter(({ type }) => type === 'trade') ?? [];
    expect(trades).toHaveLength(1);
    expect(first).toMatchObject({ ownerId: 'ann', portfolioId: 'p', firstSeq: 1, minute: START + 2 * MINUTE_MS });
    expect(first?.bots.map(({ bot }) => bot.state)).toEqual(['RUNNING']);
    expect(takeAccountBatch(paper)).toBeNull();
    expect(pendingCount(paper)).toBe(0);
    commandAccount(paper, { type: 'stop', botId: 'bot', position: 'close' });
    run(paper, 2, 3);
    expect(takeAccountBatch(paper)?.firstSeq).toBe(2);
  });

  it('is null after a quiet minute, unless the minute itself must be stored', () => {
    const paper = freshAccount();
    run(paper, 2);
    expect(takeAccountBatch(paper)).toBeNull();
    paper.pending.isCheckpoint = true;
    expect(takeAccountBatch(paper)).toMatchObject({ records: [], bots: [], minute: START + MINUTE_MS });
  });

  it('contains nothing of a refused command', () => {
    const paper = freshAccount();
    const outcome = commandAccount(paper, { type: 'finish', botId: 'nobody' });
    expect(outcome.ok).toBe(false);
    expect(takeAccountBatch(paper)).toBeNull();
  });
});

describe('bots that were deleted', () => {
  it('stay in memory until their last state is stored, and not longer', () => {
    const paper = freshAccount();
    commandAccount(paper, creation);
    run(paper, 2);
    commandAccount(paper, { type: 'stop', botId: 'bot', position: 'close' });
    run(paper, 2, 2);
    commandAccount(paper, { type: 'delete', botId: 'bot' });
    expect(takeAccountBatch(paper)?.bots.map(({ bot }) => bot.state)).toEqual(['DELETED']);
    expect(paper.account.bot('bot')).not.toBeNull();
    expect(takeAccountBatch(paper)).toBeNull(); // The batch before is stored by now.
    expect(paper.account.bot('bot')).toBeNull();
    run(paper, 60, 4);
    expect([paper.realized.size, paper.parting.size, paper.leaving.size, paper.names.size]).toEqual([0, 0, 0, 0]);
  });

  it('leave the account as if they had never been, two hundred of them beside one that runs', () => {
    const [busy, calm] = [freshAccount(), freshAccount()];
    for (const paper of [busy, calm]) commandAccount(paper, creation);
    for (let number = 0; number < 200; number += 1) {
      const outcome = commandAccount(
        busy,
        botCommand({ baseOrderSize: '100', takeProfitPercent: '5' }, `bot ${number}`),
      );
      expect(outcome.ok).toBe(true);
      commandAccount(busy, { type: 'stop', botId: `bot ${number}`, position: 'detach' });
      expect(commandAccount(busy, { type: 'delete', botId: `bot ${number}` }).ok).toBe(true);
      takeAccountBatch(busy);
    }
    for (const paper of [busy, calm]) takeAccountBatch(paper);
    expect(busy.account.snapshot()).toEqual(calm.account.snapshot());
    for (const paper of [busy, calm]) run(paper, 61);
    expect(takeAccountBatch(busy)).toEqual(takeAccountBatch(calm));
    expect(busy.account.snapshot()).toEqual(calm.account.snapshot());
  });
});

describe('the hourly equity', () => {
  it('is sampled at full hours, with realised and open result', () => {
    const paper = freshAccount();
    commandAccount(paper, creation);
    run(paper, 120);
    const hours = takeAccountBatch(paper)?.hours ?? [];
    expect(hours.map(({ at }) => at)).toEqual([START + HOUR_MS, START + 2 * HOUR_MS]);
    // 0.05 ETH bought at market for 2,000 each, with a fee of 0.05 %; at the same price the open result is zero.
    expect(hours[1]).toMatchObject({ botId: 'bot', realized: cashFrom('-0.05'), unrealized: ZERO_CASH });
  });

  it('samples a deleted bot once more at the next full hour, with its whole realised result', () => {
    const paper = freshAccount();
    commandAccount(paper, creation);
    run(paper, 70);
    takeAccountBatch(paper);
    commandAccount(paper, { type: 'stop', botId: 'bot', position: 'close' });
    run(paper, 2, 70);
    commandAccount(paper, { type: 'delete', botId: 'bot' });
    expect(takeAccountBatch(paper)?.hours).toEqual([]);
    run(paper, 48, 72);
    // Bought and sold for 100 each, with a fee of 0.05 % on both.
    const last = { botId: 'bot', at: START + 2 * HOUR_MS, realized: cashFrom('-0.1'), unrealized: ZERO_CASH };
    expect(takeAccountBatch(paper)?.hours).toEqual([last]);
    expect(paper.parting.size).toBe(0);
  });

  it('omits deleted bots and bots that never ran', () => {
    const paper = freshAccount();
    commandAccount(paper, { ...creation, autostart: false } as BotCommand); // It is the creating one.
    run(paper, 60);
    expect(takeAccountBatch(paper)?.hours).toEqual([]);
    commandAccount(paper, { type: 'delete', botId: 'bot' });
    expect([...paper.names]).toEqual([]);
    run(paper, 60, 60);
    expect(takeAccountBatch(paper)?.hours).toEqual([]);
  });
});

describe('the open cycles of an account', () => {
  it('are restored from its snapshot after a restart', () => {
    const paper = freshAccount();
    commandAccount(paper, creation);
    run(paper, 2);
    expect(paper.openCycles).toEqual(new Map([['bot', new Set(['bot-ETHUSDT-buy-1'])]]));
    const account = simulateAccount(paper.account.snapshot(), marketOf([ETH, DOGE]), minutes[1]);
    expect(paperAccount({ ...paper, account }).openCycles).toEqual(paper.openCycles);
  });

  it('are empty after the last one has ended', () => {
    const paper = freshAccount();
    commandAccount(paper, creation);
    run(paper, 2);
    commandAccount(paper, { type: 'stop', botId: 'bot', position: 'close' });
    run(paper, 2, 2);
    expect(paper.openCycles).toEqual(new Map());
  });
});

describe('the realised results of bots', () => {
  it.each([11, 12, 13, 14])('sum to the change of the wallet in a random run (seed %d)', (seed) => {
    const { records, wallet, account } = randomRun(chance(seed));
    const realized: RealizedByBot = new Map();
    addRealized(realized, records);
    const transferred = records
      .flatMap((record) => (record.type === 'ledger' ? record.postings : []))
      .filter((posting) => posting.account === 'transfer')
      .reduce<Cash>((total, posting) => subtract(total, posting.amount), ZERO_CASH);
    const total = [...realized.values()].reduce<Cash>(add, transferred);
    expect(total).toBe(subtract(account.wallet(), wallet));
    expect(realized.size).toBeGreaterThan(0);
  });

  it('are assigned to the right bot even when its id contains hyphens', () => {
    const realized: RealizedByBot = new Map();
    const postings = [
      { account: 'wallet', amount: cashFrom('1') },
      { account: 'gross:0b1c-22-ab-ETHUSDT-buy-7', amount: cashFrom('-1') },
    ] as const;
    addRealized(realized, [{ type: 'ledger', sourceId: 's', at: START, postings }]);
    expect(realized).toEqual(new Map([['0b1c-22-ab', cashFrom('1')]]));
  });
});
