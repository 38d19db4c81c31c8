import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { add, type Cash, sum, ticks } from '#base/exact.ts';
import { DOGE, ETH, marketOf, minutesOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import {
  accountAfter,
  afterMinutes,
  firstAtom,
  flat,
  laterMinutes,
  openCycleOf,
  rolesOf,
  runMinutes,
} from '../../../tests/support/small-account.ts';
import type { AccountInSimulation } from '../model/account.ts';
import type { BotCommand, WantedDeal } from '../model/bot.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import type { AccountRecord, TradeRecord } from '../model/record.ts';

/** Example 1 of the domain document with one step: 2,000.00, 10×, taker 0.05 %, maker 0.02 %. */
const LADDER: LadderParamsInput = {
  ...{ baseOrderSize: '200', safetyOrdersCount: 1, stepPercent: '5', takeProfitPercent: '1', leverage: 10 },
};
const DEAL: WantedDeal = {
  ...{ symbol: 'ETHUSDT', direction: 'buy', kind: 'add', orderType: 'market', price: null },
  size: { unit: 'notional', value: '100' },
};

/** An account that holds 0.100 ETH at 2,000.00 and has seen three minutes. */
const holding = (input: LadderParamsInput = LADDER): AccountInSimulation =>
  accountAfter([botCommand(input)], [flat(200_000), flat(200_000), flat(200_000)]);

/** One that is running and flat: its rules for new cycles are switched off. */
const idle = (): AccountInSimulation => {
  const entriesOff: BotCommand = { type: 'set-entries', botId: 'bot', isBuyEnabled: false, isSellEnabled: false };
  return accountAfter([botCommand(LADDER), entriesOff], [flat(200_000), flat(200_000), flat(200_000)]);
};

function order(account: AccountInSimulation, deal: Partial<WantedDeal>, price = 200_000) {
  const prices = { ETHUSDT: ticks(price) };
  return account.command({ type: 'order-deal', botId: 'bot', ...DEAL, ...deal, prices }, afterMinutes(3));
}

function ordered(account: AccountInSimulation, deal: Partial<WantedDeal>, price?: number): readonly AccountRecord[] {
  const outcome = order(account, deal, price);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reasons));
  return outcome.value;
}

function undo(account: AccountInSimulation, number: number) {
  const at = { symbol: 'ETHUSDT', direction: 'buy', cycleSeq: 1, order: number } as const;
  return account.command({ type: 'undo-deal', botId: 'bot', ...at }, afterMinutes(3));
}

const runOn = (account: AccountInSimulation, ...candles: Parameters<typeof laterMinutes>[1]) =>
  runMinutes(account, laterMinutes(3, candles));
const tradesIn = (records: readonly AccountRecord[]): TradeRecord[] =>
  records.filter((record) => record.type === 'trade');
const exitsOf = (account: AccountInSimulation) =>
  Object.fromEntries(
    (openCycleOf(account)?.orders ?? []).map(({ role, price, quantity }) => [role, [price, quantity]]),
  );
const equityOf = (account: AccountInSimulation): Cash =>
  add(account.wallet(), sum(account.views('bot').map(({ unrealized }) => unrealized)));
const codesOf = (outcome: ReturnType<typeof order>) => (outcome.ok ? [] : outcome.reasons.map(({ code }) => code));

describe('a deal by hand that adds to a position', () => {
  it('fills at the next open, moves average and take profit, and uses up no step of the ladder', () => {
    const account = holding();
    ordered(account, {}, 199_000);
    const [trade] = tradesIn(runOn(account, flat(199_000)));
    expect(trade).toMatchObject({ role: 'manual', price: 199_000, quantity: 50, isMaker: false });
    const cycle = openCycleOf(account);
    // 0.100 · 2,000 + 0.050 · 1,990 = 299.5; fees 0.1 + 0.04975.
    expect(cycle?.position).toMatchObject({ quantity: 150, cost: cashFrom('299.5'), fees: cashFrom('0.14975') });
    expect([cycle?.levelsFilled, cycle?.deepestPrice, cycle?.basePrice]).toEqual([0, 200_000, 200_000]);
    // (299.5 · 1.01 + 0.14975) / (0.150 · 0.9998) = 2,018.0353, rounded up to the tick.
    expect(exitsOf(account)).toEqual({ take_profit: [201_804, 150], safety: [190_000, 105] });
  });

  it('commits its margin and fee beyond the ladder, and frees them when it is taken back', () => {
    const account = holding();
    const before = account.committed();
    ordered(account, { orderType: 'limit', price: '1950.00', size: { unit: 'qty', value: '0.2' } });
    // 0.2 · 1,950 / 10 + 390 · 0.0005
    expect(account.committed()).toBe(add(before, cashFrom('39.195')));
    expect(undo(account, openCycleOf(account)?.orders.at(-1)?.number ?? 0).ok).toBe(true);
    expect(account.committed()).toBe(before);
    expect(rolesOf(account)).toEqual(['take_profit', 'safety']);
  });

  it('can no longer be taken back once a part of it has filled', () => {
    const account = holding();
    ordered(account, { orderType: 'limit', price: '1950.00', size: { unit: 'qty', value: '0.2' } });
    const [deal] = openCycleOf(account)?.orders.filter(({ role }) => role === 'manual') ?? [];
    const candles = Array.from({ length: 3 }, () => flat(200_000));
    const minutes = minutesOf({ ETHUSDT: [...candles, [200_000, 200_000, 194_000, 196_000]] }, { volume: 1_000 });
    runMinutes(account, minutes.slice(3)); // A tenth of the volume: 100 of 200 steps.
    expect(openCycleOf(account)?.orders.find(({ role }) => role === 'manual')).toMatchObject({ filled: 100 });
    expect(codesOf(undo(account, deal?.number ?? 0))).toEqual(['MANUAL_DEAL_DONE']);
  });

  it('is withdrawn with the steps when its bot is stopped under protection', () => {
    const account = holding();
    ordered(account, { orderType: 'limit', price: '1950.00' });
    account.command({ type: 'stop', botId: 'bot', position: 'protect' }, afterMinutes(3));
    expect(rolesOf(account)).toEqual(['take_profit']);
    expect(codesOf(order(account, {}))).toEqual(['BOT_NOT_RUNNING']);
    expect(order(account, { kind: 'close', size: null }).ok).toBe(true);
  });
});

describe('a deal by hand that takes out of a position', () => {
  it('releases its part at average cost, and the take profit covers what is left', () => {
    const account = holding();
    ordered(account, { kind: 'reduce', size: { unit: 'percent', value: '50' } });
    const [trade] = tradesIn(runOn(account, flat(201_000)));
    // 0.050 · (2,010 − 2,000)
    expect(trade).toMatchObject({ role: 'manual', quantity: 50, gross: cashFrom('0.5') });
    expect(openCycleOf(account)?.position).toMatchObject({ quantity: 50, cost: cashFrom('100') });
    expect(exitsOf(account)['take_profit']?.[1]).toBe(50);
  });

  it('at a price is met before the take profit further away, which is live again from the next minute', () => {
    const account = holding();
    ordered(account, { kind: 'reduce', orderType: 'limit', price: '2010.00', size: { unit: 'percent', value: '50' } });
    const records = runOn(account, [200_000, 205_000, 200_000, 205_000], [205_000, 205_001, 205_000, 205_000]);
    expect(tradesIn(records).map(({ role, quantity, isMaker }) => [role, quantity, isMaker])).toEqual([
      ['manual', 50, true],
      ['take_profit', 50, true],
    ]);
    expect(openCycleOf(account)?.seq ?? 2).toBe(2);
  });

  it('a close ends the cycle by hand at the next open; until then every other order stays', () => {
    const account = holding();
    const before = rolesOf(account);
    ordered(account, { kind: 'close', size: null });
    expect(rolesOf(account)).toEqual([...before, 'manual']);
    expect(codesOf(order(account, {}))).toEqual(['POSITION_CLOSING']);
    const ended = runOn(account, flat(199_000)).find(
      (record) => record.type === 'cycle' && record.cycle.endAt !== null,
    );
    // −0.1 · 10 − 0.1 − 0.0995
    expect(ended).toMatchObject({ cycle: { state: 'CLOSED', closeReason: 'manual', gross: cashFrom('-1') } });
  });

  it('a close that is taken back leaves every order as it rested', () => {
    const account = holding();
    const { orders } = openCycleOf(account) ?? {};
    ordered(account, { kind: 'close', size: null });
    expect(undo(account, openCycleOf(account)?.orders.at(-1)?.number ?? 0).ok).toBe(true);
    expect(openCycleOf(account)?.orders).toEqual(orders);
  });

  it('two of them together take out no more than is held', () => {
    const account = holding();
    const size = { unit: 'percent', value: '60' } as const;
    ordered(account, { kind: 'reduce', orderType: 'limit', price: '2010.00', size });
    expect(codesOf(order(account, { kind: 'reduce', size }))).toEqual(['MANUAL_DEAL_REFUSED', 'SIZE_ABOVE_POSITION']);
  });
});

describe('a deal by hand that opens a cycle', () => {
  it('takes the place of the base order: the ladder and the exits follow from its price', () => {
    const account = idle();
    ordered(account, { kind: 'open', orderType: 'limit', price: '1960.00', size: { unit: 'qty', value: '0.3' } });
    runOn(account, [200_000, 200_000, 195_999, 196_000]);
    expect(openCycleOf(account)).toMatchObject({ basePrice: 196_000, levelsFilled: 0, position: { quantity: 300 } });
    expect(exitsOf(account)['safety']).toEqual([186_200, 107]); // 5 % below 1,960; 200 USDT.
    expect(firstAtom(account)?.phase).toBe('OPEN');
    expect(account.bot('bot')?.bot.cyclesBegun).toBe(1);
  });

  it('that is taken back before it fills ends its cycle without a trade', () => {
    const account = idle();
    ordered(account, { kind: 'open', orderType: 'limit', price: '1960.00' });
    expect(undo(account, 1).ok).toBe(true);
    expect([openCycleOf(account), firstAtom(account)?.phase, account.committed()]).toEqual([null, 'IDLE', 0]);
  });
});

describe('a position that is adopted', () => {
  it.each([['1900.00'], ['2100.00']])('at %s trades nothing and leaves equity as it is, to the last digit', (price) => {
    const account = idle();
    const before = equityOf(account);
    const records = ordered(account, { kind: 'adopt', price, size: { unit: 'qty', value: '0.25' } });
    expect(equityOf(account)).toBe(before);
    expect(tradesIn(records)).toMatchObject([{ role: 'manual', quantity: 250, commission: 0 }]);
    expect(openCycleOf(account)?.position.quantity).toBe(250);
  });

  it('is undone by handing it over: the wallet is what it was', () => {
    const account = idle();
    const before = account.wallet();
    ordered(account, { kind: 'adopt', price: '1900.00', size: { unit: 'qty', value: '0.25' } });
    account.command({ type: 'stop', botId: 'bot', position: 'detach' }, afterMinutes(3));
    expect(account.wallet()).toBe(before);
  });

  it('is refused where the market has passed its liquidation', () => {
    const deal = { kind: 'adopt', price: '2500.00', size: { unit: 'qty', value: '0.25' } } as const;
    expect(codesOf(order(idle(), deal))).toEqual(['MANUAL_DEAL_REFUSED', 'EXIT_CROSSED']);
  });
});

describe('a deal by hand that cannot be', () => {
  const size = (value: string) => ({ unit: 'qty', value }) as const;
  it.each<[Partial<WantedDeal>, string]>([
    [{ size: null }, 'SIZE_NEEDED'],
    [{ size: size('0.0005') }, 'SIZE_OFF_STEP'],
    [{ size: size('0.005') }, 'DEAL_BELOW_MIN_NOTIONAL'],
    [{ size: size('90000000') }, 'SIZE_TOO_LARGE'],
    [{ size: size('100') }, 'DEAL_INSUFFICIENT_MARGIN'],
    [{ price: '2000.00' }, 'PRICE_NOT_TAKEN'],
    [{ orderType: 'limit' }, 'PRICE_NEEDED'],
    [{ orderType: 'limit', price: '1999.999' }, 'PRICE_OFF_TICK'],
    [{ orderType: 'limit', price: '2000.01' }, 'PRICE_CROSSED'],
    [{ orderType: 'limit', price: '100.00' }, 'PRICE_TOO_FAR'],
    [{ kind: 'reduce', orderType: 'limit', price: '1999.99', size: size('0.05') }, 'PRICE_CROSSED'],
    [{ kind: 'close' }, 'SIZE_NOT_TAKEN'],
    [{ kind: 'close', size: null, orderType: 'limit', price: '2001.00' }, 'LIMIT_NOT_TAKEN'],
  ])('%j is refused with %s and changes nothing', (deal, code) => {
    const account = holding();
    const before = account.snapshot();
    expect(codesOf(order(account, deal))).toEqual(['MANUAL_DEAL_REFUSED', code]);
    expect(account.snapshot()).toEqual(before);
  });

  it.each<[AccountInSimulation, Partial<WantedDeal>, string]>([
    [holding(), { kind: 'open' }, 'CYCLE_PRESENT'],
    [idle(), { kind: 'reduce' }, 'POSITION_MISSING'],
    [idle(), { symbol: 'DOGEUSDT' }, 'SYMBOL_UNKNOWN'],
    [idle(), { direction: 'sell' }, 'DIRECTION_NOT_IN_PARAMS'],
  ])('what does not fit the position is refused: %#', (account, deal, code) => {
    expect(codesOf(order(account, deal))).toEqual([code]);
  });

  it('a deal beyond the limit of its portfolio is refused, however full the wallet is', () => {
    const account = accountAfter(
      [botCommand(LADDER)],
      [flat(200_000), flat(200_000), flat(200_000)],
      marketOf([ETH, DOGE]),
    );
    account.command({ type: 'set-limit', limit: '50' }, afterMinutes(3));
    expect(codesOf(order(account, { size: size('0.1') }))).toEqual(['MANUAL_DEAL_REFUSED', 'DEAL_LIMIT_EXCEEDED']);
  });
});
