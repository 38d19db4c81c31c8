import { describe, expect, it } from 'vitest';
import { assert } from '#base/assert.ts';
import { type Steps, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { replayed, stateHash } from '../../../tests/support/account-journal.ts';
import { type CandlePrices, DOGE, ETH, marketOf, START, START_PRICES } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { afterMinutes, EMPTY, flat } from '../../../tests/support/small-account.ts';
import { customParams } from '../bots/custom/custom-params.ts';
import { newEngineBot } from '../bots/new-bot.ts';
import { ruleStrategy } from '../bots/registry.ts';
import type { BotCommand } from '../model/bot.ts';
import type { Candle } from '../model/candle.ts';
import type { EngineEvent } from '../model/engine-event.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import type { OrderRole } from '../model/order.ts';
import { applyEvent } from './apply-event.ts';
import { accountSnapshot, openAccount } from './open-account.ts';
import { viewOf } from './views.ts';

const INSTRUMENTS = marketOf([ETH, DOGE]);
const ALWAYS = { timeframe: '1m', trigger: 'level', op: 'gt', a: { const: '2' }, b: { const: '1' } } as const;
const LADDER: LadderParamsInput = {
  ...{ baseOrderSize: '200', safetyOrdersCount: 1, stepPercent: '1', takeProfitPercent: '1', leverage: 10 },
  tpNetOfFees: false,
};

/** An account that receives events by hand, as from a journal, and the orders that it has placed and not withdrawn. */
function account(command: BotCommand) {
  const journal: EngineEvent[] = [];
  const candles = new Map<number, Candle>();
  const running = openAccount(EMPTY, {
    instruments: INSTRUMENTS.instruments,
    past: { range: () => null, bar: (_symbol, from) => candles.get(from) ?? null },
    performer: { isCancelFinal: true, place: () => undefined, cancel: () => undefined },
  });
  const apply = (event: EngineEvent): void => {
    journal.push(event);
    expect(applyEvent(running, event).ok).toBe(true);
  };
  const atom = () => {
    const found = running.bots.get('bot')?.atoms[0];
    assert(found !== undefined, 'the account has the bot');
    return found;
  };
  const orders = () => atom().state.cycle?.orders ?? [];
  const closed = (index: number, [open, high, low, close]: CandlePrices, isMissed: boolean): void => {
    const time = instantOf(START + index * MINUTE_MS);
    const candle = { time, open, high, low, close, volume: 1_000_000 };
    candles.set(time, candle);
    apply({
      ...{ type: 'MinuteClosed', time, candles: { ETHUSDT: candle }, marks: {} },
      ...(isMissed ? { isMissed: true } : {}),
    });
  };
  apply({ type: 'Commanded', at: afterMinutes(0), command });
  return {
    atom,
    roles: (): OrderRole[] => orders().map(({ role }) => role),
    /** The minute that opens `index` minutes after the start closes while the program runs. */
    minute: (index: number, prices: CandlePrices) => closed(index, prices, false),
    /** It closed while the program was down. */
    missed: (index: number, prices: CandlePrices) => closed(index, prices, true),
    /** The exchange fills the order of a role within a minute. */
    fill(role: OrderRole, index: number, price: Ticks, quantity?: Steps) {
      const order = orders().find((one) => one.role === role);
      assert(order !== undefined, `an order of the role ${role} works`);
      const filled = quantity ?? order.quantity ?? atom().state.cycle?.position.quantity;
      assert(filled !== undefined, 'an order has a quantity or closes the position');
      apply({
        type: 'Reported',
        atom: atom().key,
        report: {
          type: 'OrderFilled',
          at: afterMinutes(index + 1),
          order: order.number,
          price,
          quantity: filled,
          commission: ZERO_CASH,
          isMaker: false,
        },
      });
    },
    view: () => viewOf(running, atom()),
    hash: () => stateHash(accountSnapshot(running)),
    journal,
  };
}

type Run = ReturnType<typeof account>;

/** A bot that has bought at 2000.00 in the minute after the one that opened its cycle. */
function opened(params: LadderParamsInput = LADDER): Run {
  const run = account(botCommand(params));
  run.minute(0, flat(200_000));
  run.fill('base', 1, ticks(200_000));
  run.minute(1, flat(200_000));
  return run;
}

describe('a minute that closed while the program was down', () => {
  it('a missed minute opens no cycle; the next current minute does', () => {
    const run = account(botCommand(LADDER));
    run.missed(0, flat(200_000));
    expect(run.atom().state).toMatchObject({ phase: 'IDLE', cycle: null, blockedBy: null });
    run.minute(1, flat(190_000));
    expect(run.roles()).toEqual(['base']);
  });

  it('a missed minute fills no rule-driven ladder step; the next current minute does', () => {
    const run = opened({ ...LADDER, safetyConditions: ALWAYS });
    run.missed(2, flat(195_000));
    expect(run.roles()).toEqual(['take_profit']);
    run.minute(3, flat(195_000));
    expect(run.roles()).toContain('safety');
  });

  it('a missed minute neither arms nor moves a trailing exit', () => {
    const run = opened({ ...LADDER, trailingPercent: '0.5' });
    run.missed(2, [200_000, 204_000, 200_000, 203_000]);
    expect(run.atom().state.cycle?.trailingExtreme).toBeNull();
    run.minute(3, [203_000, 203_000, 202_900, 203_000]);
    expect(run.atom().state.cycle?.trailingExtreme).toBe(203_000);
    run.missed(4, [203_000, 210_000, 203_000, 204_000]);
    expect(run.atom().state.cycle?.trailingExtreme).toBe(203_000);
  });

  it('a missed minute ends a time limit, a cooldown and the wait of a base order', () => {
    const limited = opened({ ...LADDER, timeLimitS: 60 });
    limited.missed(2, flat(200_000));
    limited.missed(3, flat(200_000));
    expect(limited.atom().state.cycle?.exitReason).toBe('time_limit');

    const cooling = opened({ ...LADDER, cooldownS: 60 });
    cooling.fill('take_profit', 2, ticks(202_000));
    expect(cooling.atom().state.phase).toBe('COOLDOWN');
    cooling.missed(2, flat(202_000));
    cooling.missed(3, flat(202_000));
    cooling.missed(4, flat(202_000));
    expect(cooling.atom().state).toMatchObject({ phase: 'IDLE', cycle: null });

    const waiting = account(botCommand({ ...LADDER, baseOrderType: 'limit', baseOrderTtlS: 60 }));
    waiting.minute(0, flat(200_000));
    expect(waiting.roles()).toEqual(['base']);
    for (const index of [1, 2, 3]) waiting.missed(index, flat(210_000));
    expect(waiting.atom().state).toMatchObject({ phase: 'IDLE', cycle: null });
  });

  it('a missed minute values the position', () => {
    const run = opened();
    run.missed(2, flat(190_000));
    expect(run.view()).toMatchObject({ mark: 190_000, unrealized: -1_000_000_000 });
  });

  it('a missed minute closes a position by its exit rules, but not one that was opened after it', () => {
    const { timeframe, ...enter } = ALWAYS;
    const exit = { trigger: 'level', op: 'gt', a: { price: 'close' }, b: { const: '2010' } };
    const params = customParams.parse({
      ...{ timeframe, leverage: 10, sizing: { type: 'fixed_notional', value: '200' } },
      buy: { enter, exit, takeProfitPercent: '5' },
    });
    const bot = newEngineBot({ botId: 'bot', kind: ruleStrategy.kind, symbols: ['ETHUSDT'], params, paramsVersion: 1 });
    const entering = (): Run => {
      const run = account({ type: 'create', bot, autostart: true, prices: START_PRICES });
      run.minute(0, flat(200_000));
      return run;
    };
    const held = entering();
    held.fill('base', 1, ticks(200_000));
    held.missed(1, flat(200_000));
    held.missed(2, flat(201_500));
    expect(held.roles()).toEqual(['exit']);
    const begun = entering();
    begun.fill('base', 3, ticks(200_000));
    begun.missed(1, flat(201_500));
    begun.missed(2, flat(201_500));
    begun.missed(3, flat(200_000));
    expect(begun.roles()).toEqual(['take_profit']);
  });

  it('a missed minute is marked in its event, so that a replayed journal ends in the same state', () => {
    const run = opened({ ...LADDER, trailingPercent: '0.5', safetyConditions: ALWAYS });
    run.missed(2, [200_000, 204_000, 195_000, 195_000]);
    run.missed(3, flat(194_000));
    expect(stateHash(replayed(EMPTY, INSTRUMENTS, run.journal).snapshot)).toBe(run.hash());
    const ofPresent = run.journal.map((event) => ({ ...event, isMissed: undefined })) as unknown as EngineEvent[];
    expect(stateHash(replayed(EMPTY, INSTRUMENTS, ofPresent).snapshot)).not.toBe(run.hash());
  });
});
