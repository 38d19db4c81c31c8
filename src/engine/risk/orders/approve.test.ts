import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { steps, ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import { ETH, START } from '../../../../tests/support/market.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { WorkingOrder } from '../../model/order.ts';
import { approve, type OrderCapital, type OrderTerms, withFill } from './approve.ts';

/** Takes 0.010 to 0.100 ETH, at market 0.050, for 20 USDT or more, and six orders. */
const INSTRUMENT: Instrument = {
  ...ETH,
  quantityMin: steps(10),
  quantityMax: steps(100),
  marketQuantityMax: steps(50),
  notionalMin: cashFrom('20'),
  ordersMax: 6,
};
const HELD = steps(50);
/** A cycle that commits 40 USDT of the 60 that are left, and plans 200 USDT for the order. */
const CAPITAL: OrderCapital = { planned: cashFrom('200'), committed: cashFrom('40'), left: cashFrom('60') };
const TERMS: OrderTerms = {
  instrument: INSTRUMENT,
  direction: 'buy',
  held: HELD,
  resting: 0,
  restingMax: 3,
  capital: CAPITAL,
};

/** A limit order to buy at 2,000.00 as the atom's base order, with what differs. */
function order(changes: Partial<WorkingOrder>): WorkingOrder {
  return {
    number: 1,
    role: 'base',
    level: 0,
    side: 'BUY',
    type: 'LIMIT',
    price: ticks(200_000),
    triggerPrice: null,
    quantity: steps(10),
    filled: ZERO_STEPS,
    filledCost: ZERO_CASH,
    fills: 0,
    placedAt: START,
    expiresAt: null,
    decisionPrice: ticks(200_000),
    ...changes,
  };
}

const judged = (changes: Partial<WorkingOrder>, terms: Partial<OrderTerms> = {}) =>
  approve(order(changes), { ...TERMS, ...terms });
const codesOf = (verdict: ReturnType<typeof judged>) => (verdict.ok ? [] : verdict.reasons.map(({ code }) => code));

describe('an order that opens', () => {
  it('is approved unchanged when the instrument takes its size', () => {
    expect(judged({})).toEqual({ ok: true, value: order({}) });
  });

  it.each([
    ['below the least quantity', { quantity: steps(9), price: ticks(900_000) }, 'LEVEL_BELOW_MIN_QTY'],
    ['below the least value', { price: ticks(199_999) }, 'LEVEL_BELOW_MIN_NOTIONAL'],
    [
      'at the market, below the least value at its decision price',
      { type: 'MARKET', price: null, decisionPrice: ticks(199_999) },
      'LEVEL_BELOW_MIN_NOTIONAL',
    ],
    ['above the largest quantity', { quantity: steps(101), price: ticks(100_000) }, 'LEVEL_ABOVE_MAX_QTY'],
    [
      'at the market, above the largest quantity of a market order',
      { type: 'MARKET', price: null, quantity: steps(51) },
      'LEVEL_ABOVE_MAX_QTY',
    ],
  ] as const)('is refused %s', (_name, changes, code) => {
    expect(codesOf(judged(changes))).toEqual([code]);
  });

  it('is refused with its figure and the required one', () => {
    const verdict = judged({ price: ticks(100_000) });
    expect(verdict.ok ? null : verdict.reasons[0]?.figures).toEqual({ notional: '10.00000000', min: '20.00000000' });
  });

  it('is approved up to the largest quantity, and the planned value', () => {
    expect(judged({ quantity: steps(100) }).ok).toBe(true);
    expect(judged({ quantity: steps(50), type: 'MARKET', price: null }).ok).toBe(true);
  });

  it('fails an assertion when it costs more than its ladder plans for it', () => {
    const capital = { ...CAPITAL, planned: cashFrom('199.99999999') };
    expect(() => judged({ quantity: steps(100) }, { capital })).toThrow('costs no more than its ladder plans');
    expect(() => judged({}, { capital: null })).toThrow('costs no more than its ladder plans');
  });

  it('is refused when the maximum number of orders is already resting', () => {
    expect(judged({}, { resting: 2 }).ok).toBe(true);
    expect(codesOf(judged({}, { resting: 3 }))).toEqual(['TOO_MANY_ORDERS']);
  });

  it('is refused when its cycle commits more margin than is left, to the last digit', () => {
    expect(judged({}, { capital: { ...CAPITAL, left: CAPITAL.committed } }).ok).toBe(true);
    const short = judged({}, { capital: { ...CAPITAL, left: cashFrom('39.99999999') } });
    expect(short).toMatchObject({
      ok: false,
      reasons: [{ code: 'INSUFFICIENT_MARGIN', figures: { needed: '40.00000000', left: '39.99999999' } }],
    });
  });
});

describe('an order that closes', () => {
  const exit = { role: 'take_profit', side: 'SELL' } as const;

  it('is never refused, whatever its size and however many orders rest, so that no limit keeps a position from being closed', () => {
    expect(judged({ ...exit, quantity: steps(1), price: ticks(1) }).ok).toBe(true);
    expect(judged({ ...exit, type: 'MARKET', price: null, quantity: null, decisionPrice: null }).ok).toBe(true);
    const many = { held: steps(1_000), resting: 6, capital: null };
    expect(judged({ ...exit, quantity: steps(1_000) }, many).ok).toBe(true);
  });

  it('may close the whole position; closing more fails an assertion', () => {
    expect(judged({ ...exit, quantity: HELD }).ok).toBe(true);
    expect(() => judged({ ...exit, quantity: steps(51) })).toThrow('closes no more than is held');
  });
});

describe('an approved order', () => {
  it('stays approved when a part of it fills', () => {
    const verdict = judged({});
    if (!verdict.ok) throw new Error('the order is refused');
    const filled = withFill(verdict.value, steps(4), cashFrom('8'));
    expect(filled).toEqual(order({ filled: steps(4), filledCost: cashFrom('8'), fills: 1 }));
  });

  it('can only be made with prices that are whole ticks above zero', () => {
    expect(() => judged({ price: ticks(0) })).toThrow('whole ticks above zero');
  });
});
