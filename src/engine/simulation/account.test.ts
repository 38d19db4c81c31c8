import { describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { type Instant, instantOf } from '#base/time.ts';
import {
  type CandlePrices,
  DOGE,
  ETH,
  marketOf,
  minutesOf,
  START,
  START_PRICES,
} from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import type { AccountInSimulation, AccountSnapshot, MarketMinute } from '../model/account.ts';
import type { BotCommand } from '../model/bot.ts';
import { quantityText } from '../model/instrument.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import type { AccountRecord, CycleRecord, TradeRecord } from '../model/record.ts';
import { simulateAccount } from './simulate-account.ts';

const EMPTY: AccountSnapshot = { wallet: cashFrom('10000'), limit: null, minute: null, bots: [] };

function run(account: AccountInSimulation, minutes: readonly MarketMinute[]): AccountRecord[] {
  return minutes.flatMap((minute) => [...account.advance(minute)]);
}

function start(command: BotCommand, market = marketOf([ETH, DOGE])): AccountInSimulation {
  const account = simulateAccount(EMPTY, market);
  expect(account.command(command, justBefore()).ok).toBe(true);
  return account;
}

const justBefore = (): Instant => instantOf(START - 1);
const trades = (records: readonly AccountRecord[]): TradeRecord[] => records.filter((r) => r.type === 'trade');
const cycles = (records: readonly AccountRecord[]): CycleRecord[] => records.filter((r) => r.type === 'cycle');
const told = (records: readonly AccountRecord[]): string[] =>
  trades(records).map((t) => `${t.role} ${t.level} ${t.side} ${t.price} ${quantityText(ETH, t.quantity)}`);
const flat = (price: number): CandlePrices => [price, price, price, price];

/** Example 1 of the domain document, section 3.3. */
const EXAMPLE_1: LadderParamsInput = {
  baseOrderSize: '200',
  safetyOrderSize: '200',
  safetyOrdersCount: 4,
  stepPercent: '1',
  stepScale: '1.5',
  volumeScale: '1.5',
  takeProfitPercent: '1',
  leverage: 10,
};

describe('a paper account', () => {
  it('trades worked example 1 to the last digit: four steps, take profit at 1924.03, result 18.23149616', () => {
    const account = start(botCommand(EXAMPLE_1));
    const records = run(
      account,
      minutesOf({
        ETHUSDT: [
          flat(200_000),
          flat(200_000),
          [200_000, 200_000, 183_700, 183_800],
          [183_800, 192_404, 183_800, 192_404],
        ],
      }),
    );
    expect(told(records).slice(0, 6)).toEqual([
      'base 0 BUY 200000 0.100',
      'safety 1 BUY 198000 0.101',
      'safety 2 BUY 195000 0.153',
      'safety 3 BUY 190500 0.236',
      'safety 4 BUY 183750 0.367',
      'take_profit 4 SELL 192403 0.957',
    ]);
    const closed = cycles(records).find(({ cycle }) => cycle.state === 'CLOSED')?.cycle;
    expect(closed && cashText(closed.gross)).toBe('19.02421000');
    expect(closed && cashText(closed.commission)).toBe('0.79271384');
    expect(cashText(account.wallet())).toBe('10018.23149616');
    const fill = records.filter((r) => r.type === 'ledger').at(-1);
    expect(fill?.postings.map((p) => [p.account, cashText(p.amount)])).toEqual([
      ['wallet', '18.65595066'],
      ['gross:bot-ETHUSDT-buy-1', '-19.02421000'],
      ['fee:bot-ETHUSDT-buy-1', '0.36825934'],
    ]);
  });

  it('closes worked example 1 at its stop 10 % below the base price: result -100.95825450', () => {
    const account = start(botCommand({ ...EXAMPLE_1, stopLossPercent: '10' }));
    const candles = [
      flat(200_000),
      flat(200_000),
      [200_000, 200_000, 183_700, 183_800],
      [183_800, 183_800, 180_000, 180_000],
    ] as const;
    const records = run(account, minutesOf({ ETHUSDT: candles }));
    expect(told(records).at(-1)).toBe('stop_loss 0 SELL 180000 0.957');
    expect(cashText(account.wallet())).toBe('9899.04174550');
  });

  it('fills a limit only when the market trades through its price, not when it touches it', () => {
    const account = start(botCommand(EXAMPLE_1));
    const touched = run(
      account,
      minutesOf({ ETHUSDT: [flat(200_000), flat(200_000), [200_000, 200_000, 198_000, 199_000]] }),
    );
    expect(told(touched)).toEqual(['base 0 BUY 200000 0.100']);
  });

  it('fills the stop when one candle holds both stop and take profit', () => {
    const account = start(botCommand({ ...EXAMPLE_1, safetyOrdersCount: 0, stopLossPercent: '2' }));
    const records = run(
      account,
      minutesOf({ ETHUSDT: [flat(200_000), flat(200_000), [200_000, 210_000, 190_000, 200_000]] }),
    );
    expect(told(records).at(-1)).toBe('stop_loss 0 SELL 196000 0.100');
  });

  it('does not fill a take profit that a step has moved until the next candle', () => {
    const account = start(botCommand({ ...EXAMPLE_1, safetyOrdersCount: 1 }));
    const records = run(
      account,
      minutesOf({
        ETHUSDT: [
          flat(200_000),
          flat(200_000),
          [200_000, 210_000, 197_000, 205_000],
          [205_000, 205_000, 205_000, 205_000],
        ],
      }),
    );
    expect(told(records).slice(1)).toEqual(['safety 1 BUY 198000 0.101', 'take_profit 1 SELL 201095 0.201']);
  });

  it('arms a trailing exit at the target, moves it by completed candles and closes below the extreme', () => {
    const account = start(botCommand({ ...EXAMPLE_1, safetyOrdersCount: 0, trailingPercent: '1' }));
    const candles: CandlePrices[] = [
      flat(200_000),
      flat(200_000),
      [200_000, 203_000, 200_000, 203_000], // arms at its close: extreme 2030.00, stop 2009.70
      [203_000, 205_000, 202_500, 205_000], // extreme 2050.00, stop 2029.50
      [205_000, 205_000, 202_000, 202_000],
    ];
    const records = run(account, minutesOf({ ETHUSDT: candles }));
    expect(told(records).at(-1)).toBe('trailing 0 SELL 202950 0.100');
    expect(cycles(records).find(({ cycle }) => cycle.state === 'CLOSED')?.cycle.closeReason).toBe('trailing');
  });

  it('settles funding on the position held at the open: longs pay a positive rate', () => {
    const account = start(botCommand({ ...EXAMPLE_1, safetyOrdersCount: 0 }));
    const minutes = minutesOf(
      { ETHUSDT: [flat(200_000), flat(200_000), flat(200_000)] },
      { funding: { ETHUSDT: { 2: '0.0001' } } },
    );
    const records = run(account, minutes);
    const funding = records.filter((r) => r.type === 'ledger').at(-1);
    expect(funding?.postings.map((p) => [p.account, cashText(p.amount)])).toEqual([
      ['wallet', '-0.02000000'],
      ['funding:bot-ETHUSDT-buy-1', '0.02000000'],
    ]);
  });

  it('loses the whole isolated wallet when the mark reaches the liquidation price, and puts the bot into ERROR', () => {
    const account = start(botCommand({ ...EXAMPLE_1, takeProfitPercent: null }));
    const candles: CandlePrices[] = [
      flat(200_000),
      flat(200_000),
      [200_000, 200_000, 183_700, 183_800],
      [183_800, 183_800, 172_000, 172_000],
    ];
    const records = run(account, minutesOf({ ETHUSDT: candles }));
    const lost = cycles(records).find(({ cycle }) => cycle.state === 'LIQUIDATED')?.cycle;
    // Isolated wallet 182.22725 and entry fees 0.42445450.
    expect(cashText(account.wallet())).toBe('9817.34829550');
    expect(lost?.closeReason).toBe('liquidation');
    expect(account.bot('bot')?.bot).toMatchObject({ state: 'ERROR', stateReason: 'LIQUIDATED' });
  });

  it('fills a market order at the open, worsened by slippage and rounded against the bot', () => {
    const account = start(botCommand(EXAMPLE_1), marketOf([ETH], '0.0005'));
    const records = run(account, minutesOf({ ETHUSDT: [flat(200_000), flat(200_001)] }));
    expect(told(records)).toEqual(['base 0 BUY 200102 0.100']); // 2000.01 · 1.0005 = 2001.010005
  });

  it("fills a limit order with at most a tenth of the minute's volume and leaves the rest resting", () => {
    const account = start(botCommand({ ...EXAMPLE_1, safetyOrdersCount: 1 }));
    const first = minutesOf(
      {
        ETHUSDT: [
          flat(200_000),
          flat(200_000),
          [200_000, 200_000, 197_000, 199_000],
          [199_000, 199_000, 197_000, 199_000],
        ],
      },
      { volume: 600 },
    );
    const records = run(account, first);
    expect(told(records).slice(1)).toEqual(['safety 1 BUY 198000 0.060', 'safety 1 BUY 198000 0.041']);
  });

  it('opens no cycle beyond the portfolio limit and reports it once', () => {
    const account = start(botCommand(EXAMPLE_1));
    expect(account.command({ type: 'set-limit', limit: '100' }, justBefore()).ok).toBe(true);
    const records = run(account, minutesOf({ ETHUSDT: [flat(200_000), flat(200_000), flat(200_000)] }));
    expect(trades(records)).toEqual([]);
    const notes = records.filter((r) => r.type === 'note' && r.code === 'ENTRY_BLOCKED');
    expect(notes).toHaveLength(1);
    expect(account.bot('bot')?.bot.atoms[0]?.blockedBy).toBe('PORTFOLIO_LIMIT_EXCEEDED');
  });

  it('joins overlapping long and short cycles of a symbol into one net cycle', () => {
    const account = start(botCommand({ ...EXAMPLE_1, direction: 'both', safetyOrdersCount: 0, cooldownS: 86_400 }));
    const records = run(
      account,
      minutesOf({
        ETHUSDT: [
          flat(200_000),
          flat(200_000),
          [200_000, 203_000, 200_000, 203_000],
          [203_000, 203_000, 195_000, 195_000],
        ],
      }),
    );
    const nets = records.filter((r) => r.type === 'net-cycle');
    const last = nets.at(-1)?.netCycle;
    expect(last).toMatchObject({
      seq: 1,
      directions: ['buy', 'sell'],
      ordersFilled: 4,
      cycles: [
        { direction: 'buy', seq: 1 },
        { direction: 'sell', seq: 1 },
      ],
    });
    expect(last?.endAt).not.toBeNull();
  });
});

describe('the paper wallet', () => {
  it('can be set by a transfer while every bot is flat, but not while a cycle is open', () => {
    const account = start(botCommand(EXAMPLE_1));
    const set = () => account.command({ type: 'set-wallet', balance: '2500.5', sourceId: 'w1' }, justBefore());
    expect(set()).toMatchObject({ ok: true, value: [{ type: 'ledger', sourceId: 'w1' }] });
    expect(cashText(account.wallet())).toBe('2500.50000000');
    run(account, minutesOf({ ETHUSDT: [flat(200_000), flat(200_000)] }));
    expect(account.command({ type: 'set-wallet', balance: '1', sourceId: 'w2' }, justBefore())).toMatchObject({
      ok: false,
      reasons: [{ code: 'PORTFOLIO_NOT_FLAT' }],
    });
  });
});

describe('a paper bot', () => {
  const base = [flat(200_000), flat(200_000)];
  const opened = (): AccountInSimulation => {
    const account = start(botCommand({ ...EXAMPLE_1, stopLossPercent: '10' }));
    run(account, minutesOf({ ETHUSDT: base }));
    return account;
  };
  const states = (account: AccountInSimulation) => [
    account.bot('bot')?.bot.state,
    account.bot('bot')?.bot.atoms[0]?.phase,
  ];
  const roles = (account: AccountInSimulation) =>
    account.bot('bot')?.bot.atoms[0]?.cycle?.orders.map((order) => order.role);
  const now = instantOf(START + 119_999);

  it('finishes gracefully: the open cycle keeps its ladder, and the bot is FINISHED once it is flat', () => {
    const account = opened();
    expect(account.command({ type: 'finish', botId: 'bot' }, now).ok).toBe(true);
    expect(states(account)).toEqual(['FINISHING', 'OPEN']);
    expect(roles(account)).toContain('safety');
    run(account, minutesOf({ ETHUSDT: [...base, [200_000, 203_000, 200_000, 203_000], flat(203_000)] }).slice(2));
    expect(states(account)).toEqual(['FINISHED', 'IDLE']);
  });

  it('cancels its entries and keeps its exits when stopped with protection; a restart places the ladder again', () => {
    const account = opened();
    account.command({ type: 'stop', botId: 'bot', position: 'protect' }, now);
    expect(states(account)).toEqual(['STOPPED', 'SUSPENDED']);
    expect(roles(account)?.sort()).toEqual(['stop_loss', 'take_profit']);
    account.command({ type: 'restart', botId: 'bot' }, now);
    expect(states(account)).toEqual(['RUNNING', 'OPEN']);
    expect(roles(account)?.filter((role) => role === 'safety')).toHaveLength(4);
    expect(account.bot('bot')?.bot.runNo).toBe(2);
  });

  it('sells at the next open and is then STOPPED when stopped with a close', () => {
    const account = opened();
    account.command({ type: 'stop', botId: 'bot', position: 'close' }, now);
    expect(states(account)).toEqual(['STOPPING', 'CLOSING']);
    const records = run(account, minutesOf({ ETHUSDT: [...base, flat(199_000)] }).slice(2));
    expect(told(records)).toEqual(['exit 0 SELL 199000 0.100']);
    expect(states(account)).toEqual(['STOPPED', 'IDLE']);
  });

  it('gives up its position at the mark when stopped with detach, and equity does not jump', () => {
    const account = opened();
    run(account, minutesOf({ ETHUSDT: [...base, flat(199_000)] }).slice(2));
    const equity = account.wallet() + (account.views('bot')[0]?.unrealized ?? 0);
    account.command({ type: 'stop', botId: 'bot', position: 'detach' }, now);
    expect(account.wallet()).toBe(equity);
    expect(states(account)).toEqual(['STOPPED', 'IDLE']);
  });

  it('moves the exits of its open cycle by set-conditions, and refuses one that would trigger now', () => {
    const account = opened();
    const set = (takeProfitPercent: string | null, stopLossPercent: string | null, isConfirmed = false) =>
      account.command(
        { type: 'set-conditions', botId: 'bot', takeProfitPercent, stopLossPercent, isConfirmed, prices: START_PRICES },
        now,
      );
    expect(set('2', '12').ok).toBe(true);
    const orders = account.bot('bot')?.bot.atoms[0]?.cycle?.orders ?? [];
    expect(orders.find((order) => order.role === 'stop_loss')?.triggerPrice).toBe(176_000);
    run(account, minutesOf({ ETHUSDT: [...base, flat(201_000)] }).slice(2));
    expect(set('0.1', '12')).toMatchObject({ ok: false, reasons: [{ code: 'CONDITION_TRIGGERS_NOW' }] });
    expect(set('0.1', '12', true).ok).toBe(true);
    expect(states(account)).toEqual(['RUNNING', 'CLOSING']);
  });

  it('resumes from its snapshot at any minute with the records of an uninterrupted run', () => {
    const minutes = minutesOf({
      ETHUSDT: [
        ...base,
        [200_000, 200_000, 194_000, 195_000],
        [195_000, 201_000, 195_000, 201_000],
        flat(201_000),
        [201_000, 205_000, 190_000, 204_000],
      ],
    });
    const whole = run(start(botCommand(EXAMPLE_1)), minutes);
    for (let cut = 1; cut < minutes.length; cut += 1) {
      const market = marketOf([ETH, DOGE]);
      const first = start(botCommand(EXAMPLE_1), market);
      const head = run(first, minutes.slice(0, cut));
      const stored = JSON.parse(JSON.stringify(first.snapshot())) as AccountSnapshot;
      const tail = run(simulateAccount(stored, market, minutes[cut - 1]), minutes.slice(cut));
      expect([...head, ...tail]).toEqual(whole);
    }
  });
});
