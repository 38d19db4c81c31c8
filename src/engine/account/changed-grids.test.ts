import { describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { add, type Cash, type Steps, steps, sum, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { DOGE, marketOf, minutesOf } from '../../../tests/support/market.ts';
import { checkCases } from '../../../tests/support/property.ts';
import { botCommand, randomRun } from '../../../tests/support/random-account.ts';
import { afterMinutes, EMPTY, paramsOf } from '../../../tests/support/small-account.ts';
import { instrumentOf, singleTier } from '../../../tests/support/worked-examples.ts';
import { customParams } from '../bots/custom/custom-params.ts';
import { newEngineBot } from '../bots/new-bot.ts';
import { ruleStrategy } from '../bots/registry.ts';
import type { AccountInSimulation, AccountSnapshot, BotSnapshot, MarketMinute } from '../model/account.ts';
import type { BotCommand } from '../model/bot.ts';
import { gridOf, type Instrument, priceText, quantityText } from '../model/instrument.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import type { AccountRecord } from '../model/record.ts';
import { noteSentence } from '../report/note-sentence.ts';
import { simulateAccount } from '../simulation/simulate-account.ts';
import { applyEvent } from './apply-event.ts';
import { accountSnapshot, openAccount } from './open-account.ts';

const SIZES = { tick: '0.01', step: '0.001' };

function ethIn(sizes: { readonly tick?: string; readonly step?: string }): Instrument {
  return instrumentOf({ symbol: 'ETHUSDT', ...SIZES, ...sizes, notionalMin: '20', brackets: singleTier('0.004') });
}

/** Steps of one percent from 2000.00: 1980.00 for 0.101, 1960.00 for 0.102; the take profit at 2020.00. */
const LADDER: LadderParamsInput = {
  baseOrderSize: '200',
  safetyOrdersCount: 2,
  stepPercent: '1',
  takeProfitPercent: '1',
  tpNetOfFees: false,
  stopLossPercent: '10',
  leverage: 10,
};

/** Minutes of ETHUSDT by their prices in USDT: [open, high, low, close]. */
function minutesIn(instrument: Instrument, prices: readonly (readonly [number, number, number, number])[]) {
  const { units, decimals } = instrument.tick;
  const inTicks = (usdt: number): number => Math.round((usdt * 10 ** decimals) / units);
  const candles = prices.map(
    ([open, high, low, close]) => [inTicks(open), inTicks(high), inTicks(low), inTicks(close)] as const,
  );
  return minutesOf({ ETHUSDT: candles }, { volume: 2 ** 31 });
}

const still = (usdt: number) => [usdt, usdt, usdt, usdt] as const;
const BEFORE = [still(2_000), still(2_000), still(2_000)];
const ROSE = [2_000, 2_025, 2_000, 2_025] as const;

const asStored = (snapshot: AccountSnapshot): AccountSnapshot =>
  JSON.parse(JSON.stringify(snapshot)) as AccountSnapshot;

/** An account with a bot that holds 0.1 ETH at 2000.00, stored while the exchange counted in the first sizes. */
function storedBefore(params: LadderParamsInput = LADDER, botIds: readonly string[] = ['bot']): AccountSnapshot {
  const account = simulateAccount(EMPTY, marketOf([ethIn({}), DOGE]));
  for (const botId of botIds) ordered(account, botCommand(params, botId), 0);
  for (const minute of minutesIn(ethIn({}), BEFORE)) account.advance(minute);
  return asStored(account.snapshot());
}

function ordered(account: AccountInSimulation, command: BotCommand, minutes: number): readonly AccountRecord[] {
  const outcome = account.command(command, afterMinutes(minutes));
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.reasons)}`);
  return outcome.value;
}

/** The account as the exchange counts now, at its last minute. */
function reopened(snapshot: AccountSnapshot, instrument: Instrument): AccountInSimulation {
  return simulateAccount(snapshot, marketOf([instrument, DOGE]), minutesIn(instrument, BEFORE)[2]);
}

/** The minutes that follow, from the fourth on. */
function laterIn(instrument: Instrument, prices: readonly (readonly [number, number, number, number])[]) {
  return minutesIn(instrument, [...BEFORE, ...prices]).slice(BEFORE.length);
}

function run(account: AccountInSimulation, minutes: readonly MarketMinute[]): readonly AccountRecord[] {
  return minutes.flatMap((minute) => [...account.advance(minute)]);
}

/** Prices and quantities of an open cycle as they are shown. */
function shown({ bot }: BotSnapshot, instrument: Instrument) {
  const price = (count: Ticks | null) => (count === null ? null : Number(priceText(instrument, count)));
  const quantity = (count: Steps | null) => (count === null ? null : Number(quantityText(instrument, count)));
  return bot.atoms.map(({ cycle }) => ({
    base: price(cycle?.basePrice ?? null),
    deepest: price(cycle?.deepestPrice ?? null),
    held: quantity(cycle?.position.quantity ?? null),
    cost: cycle?.position.cost,
    orders: cycle?.orders.map((order) => ({
      role: order.role,
      price: price(order.price ?? order.triggerPrice),
      decided: price(order.decisionPrice),
      quantity: quantity(order.quantity),
      filled: quantity(order.filled),
    })),
  }));
}

function botOf(account: AccountInSimulation, botId = 'bot'): BotSnapshot {
  const bot = account.bot(botId);
  if (bot === null) throw new Error(`there is no bot ${botId}`);
  return bot;
}

const equityOf = (account: AccountInSimulation): Cash =>
  add(
    account.wallet(),
    sum(
      account
        .snapshot()
        .bots.flatMap(({ bot }) => account.views(bot.botId))
        .map((view) => view.unrealized),
    ),
  );

describe('a bot is converted to the ticks and steps of the present', () => {
  it.each([
    ['a finer tick', { tick: '0.001' }],
    ['a finer tick that is no power of ten', { tick: '0.0025' }],
    ['a coarser tick that divides all its prices', { tick: '0.25' }],
    ['a finer step', { step: '0.0001' }],
    ['a finer tick and step', { tick: '0.005', step: '0.00005' }],
  ])('with %s it keeps its orders and its position, and earns the same', (_name, sizes) => {
    const stored = storedBefore();
    const [before, now] = [ethIn({}), ethIn(sizes)];
    const [kept, converted] = [reopened(stored, before), reopened(stored, now)];
    expect(shown(botOf(converted), now)).toEqual(shown(botOf(kept), before));
    expect(equityOf(converted)).toBe(equityOf(kept));
    run(kept, laterIn(before, [ROSE]));
    run(converted, laterIn(now, [ROSE]));
    expect(botOf(converted).bot.atoms[0]?.cyclesOpened).toBe(2);
    expect(cashText(converted.wallet())).toBe(cashText(kept.wallet()));
    expect(botOf(converted).grids).toEqual([{ symbol: 'ETHUSDT', tick: now.tick, step: now.step }]);
  });

  it('is stored with the present ticks and steps at the next minute, even if nothing happens to it', () => {
    const now = ethIn({ tick: '0.001' });
    const records = run(reopened(storedBefore(), now), laterIn(now, [still(2_000)]));
    expect(records.map(({ type }) => type)).toEqual(['bot']);
  });

  it('counts in the present ticks and steps when it was stored without its own, which it is stored with from then on', () => {
    const stored = storedBefore();
    const without = { ...stored, bots: stored.bots.map(({ bot, netCycles }) => ({ bot, netCycles })) };
    const account = reopened(without, ethIn({}));
    expect(account.snapshot()).toEqual(stored);
    expect(run(account, laterIn(ethIn({}), [still(2_000)])).map(({ type }) => type)).toEqual(['bot']);
  });

  it('converts random accounts to a finer grid and back without a difference, and values them the same', async () => {
    let open = 0;
    await checkCases(12, async (dice) => {
      const { snapshots, market, minutes } = randomRun(dice, { snapshotEvery: 20 });
      const finer = {
        ...market,
        instruments: new Map(
          [...market.instruments].map(([symbol, instrument]) => [symbol, tenTimesFiner(instrument)]),
        ),
      };
      for (const { index, snapshot } of snapshots) {
        const minute = minutes[index];
        if (minute === undefined) throw new Error('the snapshot follows a minute');
        const converted = simulateAccount(asStored(snapshot), finer, inTenTimesTheTicks(minute));
        const back = simulateAccount(asStored(converted.snapshot()), market, minute);
        expect(back.snapshot()).toEqual(snapshot);
        for (const { bot } of snapshot.bots) {
          open += bot.atoms.filter(({ cycle }) => cycle !== null).length;
          expect(converted.views(bot.botId).map(({ unrealized }) => unrealized)).toEqual(
            back.views(bot.botId).map(({ unrealized }) => unrealized),
          );
        }
      }
    });
    expect(open).toBeGreaterThan(20);
  });

  it('converts the distance at which a strategy of rules has set its stop', () => {
    const rule = { all: [{ op: 'gt', a: { price: 'close' }, b: { const: '0' } }] };
    const params = customParams.parse({
      timeframe: '1m',
      leverage: 10,
      sizing: { type: 'fixed_notional', value: '200' },
      buy: { enter: rule, stop: { type: 'atr', mult: '2', n: 14 } },
    });
    const opening = { direction: 'buy', notional: '200', stopTicks: 1_500 } as const;
    const stored = storedBefore();
    const bots = stored.bots.map(({ bot, ...rest }) => ({
      ...rest,
      bot: {
        ...newEngineBot({ botId: 'bot', kind: ruleStrategy.kind, symbols: ['ETHUSDT'], params, paramsVersion: 1 }),
        state: 'RUNNING' as const,
        atoms: bot.atoms.map((atom) => ({
          ...atom,
          stopLoss: null,
          cycle: atom.cycle && { ...atom.cycle, params: { ...params, opening } },
        })),
      },
    }));
    const account = reopened({ ...stored, bots }, ethIn({ tick: '0.001' }));
    expect(account.views('bot')[0]?.stopLossPrice).toBe(ticks(1_985_000));
    expect(reopened({ ...stored, bots }, ethIn({ tick: '0.1' })).views('bot')[0]?.stopLossPrice).toBe(ticks(19_850));
  });
});

function tenTimesFiner(instrument: Instrument): Instrument {
  const [tick, step] = [instrument.tick, instrument.step].map(({ units, decimals }) => ({
    units,
    decimals: decimals + 1,
  }));
  if (tick === undefined || step === undefined) throw new Error('an instrument has a tick and a step');
  return { ...instrument, tick, step, cashPerTickStep: instrument.cashPerTickStep / 100 };
}

function inTenTimesTheTicks(minute: MarketMinute): MarketMinute {
  return {
    ...minute,
    candle(symbol) {
      const candle = minute.candle(symbol);
      if (candle === null) return null;
      const { time, open, high, low, close, volume } = candle;
      return { time, open: open * 10, high: high * 10, low: low * 10, close: close * 10, volume };
    },
  };
}

describe('a bot whose cycle is no whole number of the present ticks and steps', () => {
  const coarser = ethIn({ tick: '0.3' });

  it.each([
    ['tick', ethIn({ tick: '0.3' })],
    ['step', ethIn({ step: '0.01' })],
  ])('is put into ERROR with the reason when the %s does not divide it, and none of its orders fills', (_name, now) => {
    const account = reopened(storedBefore({ ...LADDER, timeLimitS: 300 }), now);
    const before = shown(botOf(account), ethIn({}));
    const quiet = Array.from({ length: 10 }, () => still(2_000));
    const records = run(account, laterIn(now, [still(2_000), [2_000, 2_100, 1_500, 2_000], ...quiet]));
    expect(botOf(account).bot).toMatchObject({ state: 'ERROR', stateReason: 'GRID_CHANGED' });
    const notes = records.filter((record) => record.type === 'note');
    expect(notes.map(noteSentence)).toContain(
      'The bot has an error: the exchange has changed the tick or step size, and an open cycle does not fit it. It opens no new cycles.',
    );
    expect(records.filter(({ type }) => type === 'trade')).toEqual([]);
    const isExit = ({ role }: { role: string }) => role !== 'safety';
    const [atom] = shown(botOf(account), ethIn({}));
    expect(atom).toEqual({ ...before[0], orders: before[0]?.orders?.filter(isExit) });
    expect(botOf(account).grids).toEqual([{ symbol: 'ETHUSDT', tick: gridOf('0.01'), step: gridOf('0.001') }]);
    expect(account.waits('bot').map(({ code }) => code)).toEqual(['GRID_CHANGED']);
  });

  it('is valued at the present mark', () => {
    const account = reopened(storedBefore(), coarser);
    run(account, laterIn(coarser, [still(2_000.1)]));
    expect(account.views('bot')[0]).toMatchObject({ isOffGrid: true, mark: ticks(200_010) });
    expect(cashText(account.views('bot')[0]?.unrealized ?? cashFrom('0'))).toBe('0.01000000');
  });

  it('refuses what would place orders, and says why', () => {
    const account = reopened(storedBefore(), coarser);
    run(account, laterIn(coarser, [still(2_000.1)]));
    const params = paramsOf({ ...LADDER, stepPercent: '2' });
    const prices = { ETHUSDT: ticks(6_667) };
    const commands: readonly BotCommand[] = [
      { type: 'restart', botId: 'bot' },
      { type: 'finish', botId: 'bot' },
      { type: 'stop', botId: 'bot', position: 'close' },
      { type: 'apply-params', botId: 'bot', params, paramsVersion: 2, when: 'now', prices },
      { type: 'set-conditions', botId: 'bot', stopLossPercent: '5', takeProfitPercent: '2', isConfirmed: true, prices },
      {
        ...{ type: 'order-deal', botId: 'bot', symbol: 'ETHUSDT', direction: 'buy', kind: 'close' },
        ...{ size: null, orderType: 'market', price: null, prices },
      },
    ];
    for (const command of commands) {
      const outcome = account.command(command, afterMinutes(4));
      expect(outcome.ok ? [] : outcome.reasons.map(({ code }) => code), command.type).toEqual(['GRID_CHANGED']);
    }
  });

  it('refuses reports about its orders, because they count in the present ticks and steps', () => {
    const instruments = new Map([[coarser.symbol, coarser]]);
    const performer = { isCancelFinal: false, place: () => undefined, cancel: () => undefined };
    const account = openAccount(storedBefore(), {
      instruments,
      past: { range: () => null, bar: () => null },
      performer,
    });
    const [atom] = account.bots.get('bot')?.atoms ?? [];
    const order = atom?.state.cycle?.orders.find(({ role }) => role === 'take_profit');
    if (atom === undefined || order === undefined) throw new Error('the bot holds a position with a take profit');
    const report = {
      type: 'OrderFilled',
      at: afterMinutes(4),
      order: order.number,
      price: ticks(6_733),
      quantity: steps(1),
      commission: ZERO_CASH,
      isMaker: true,
    } as const;
    expect(applyEvent(account, { type: 'Reported', atom: atom.key, report }).ok).toBe(false);
    expect(accountSnapshot(account).bots[0]?.bot.atoms).toEqual(storedBefore().bots[0]?.bot.atoms);
  });

  it('hands its position over without a jump of equity, and trades in the present ticks and steps after a restart', () => {
    const account = reopened(storedBefore(), coarser);
    run(account, laterIn(coarser, [still(2_010)]));
    const equity = equityOf(account);
    const records = ordered(account, { type: 'stop', botId: 'bot', position: 'detach' }, 4);
    expect(equityOf(account)).toBe(equity);
    const ended = records.find((record) => record.type === 'cycle');
    expect(ended).toMatchObject({ cycle: { state: 'DETACHED' }, grids: [{ symbol: 'ETHUSDT', tick: gridOf('0.01') }] });
    ordered(account, { type: 'restart', botId: 'bot' }, 4);
    run(account, laterIn(coarser, [still(2_010), still(2_010), still(2_010)]).slice(1));
    const [atom] = shown(botOf(account), coarser);
    expect(atom).toMatchObject({ base: 2_010, held: 0.099 });
    expect(botOf(account).bot).toMatchObject({ state: 'RUNNING', stateReason: null });
  });

  it('goes on from where it was once the exchange counts in the earlier sizes again and its user restarts it', () => {
    const parked = reopened(storedBefore(), coarser);
    run(parked, laterIn(coarser, [still(2_000.1)]));
    const account = simulateAccount(
      asStored(parked.snapshot()),
      marketOf([ethIn({}), DOGE]),
      laterIn(ethIn({}), [still(2_000)])[0],
    );
    expect(botOf(account).bot).toMatchObject({ state: 'ERROR', stateReason: 'GRID_CHANGED' });
    ordered(account, { type: 'restart', botId: 'bot' }, 4);
    run(account, laterIn(ethIn({}), [still(2_000), ROSE]).slice(1));
    expect(botOf(account).bot.atoms[0]?.cyclesOpened).toBe(2);
  });

  it('leaves the other bots of its account and its contract as they are, cross positions included', () => {
    const cross: LadderParamsInput = {
      ...LADDER,
      ...{ marginType: 'cross', stopLossPercent: null, safetyOrdersCount: 0, baseOrderSize: '40000', leverage: 20 },
    };
    const odd = storedBefore({ ...cross, takeProfitPercent: '1.001' }, ['odd']);
    const even = storedBefore(cross, ['even']);
    const now = ethIn({ tick: '0.25' });
    const [alone, both] = [even.bots, [...odd.bots, ...even.bots]].map((bots) => reopened({ ...even, bots }, now));
    if (alone === undefined || both === undefined) throw new Error('two accounts are opened');
    run(alone, laterIn(now, [still(1_990)]));
    run(both, laterIn(now, [still(1_990)]));
    expect(botOf(both, 'odd').bot.state).toBe('ERROR');
    expect(both.views('even')).toEqual(alone.views('even'));
    expect(both.views('even')[0]?.liquidationPrice).toBeGreaterThan(0);
    expect(both.views('odd')[0]?.liquidationPrice).toBeNull();
    run(alone, laterIn(now, [still(1_990), ROSE]).slice(1));
    run(both, laterIn(now, [still(1_990), ROSE]).slice(1));
    expect(botOf(both, 'even')).toEqual(botOf(alone, 'even'));
    expect(both.committed('odd')).toBeGreaterThan(0);
  });
});
