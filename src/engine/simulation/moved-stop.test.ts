import { expect, it } from 'vitest';
import { priceText } from '#engine/model/instrument.ts';
import { type CandlePrices, marketOf, minutesOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { flat, openCycleOf, runMinutes, storedAfter } from '../../../tests/support/small-account.ts';
import { instrumentOf, singleTier } from '../../../tests/support/worked-examples.ts';
import type { AccountRecord } from '../model/record.ts';

const XRP = instrumentOf({
  symbol: 'ETHUSDT',
  tick: '0.0001',
  step: '1',
  notionalMin: '5',
  brackets: singleTier('0.005'),
});
/** A base order of 100 at 2.0, and one safety order of 101 at 1.98. */
const LADDER = {
  baseOrderSize: '200',
  safetyOrdersCount: 1,
  stepPercent: '1',
  takeProfitPercent: '1',
  stopLossPercent: '1',
  slBasis: 'average',
  leverage: 5,
} as const;
/** The minute in question, and later ones in which the market rises through the take profit. */
const FALL: CandlePrices = [20_000, 20_000, 19_000, 19_980];
const RISE: readonly CandlePrices[] = [
  [19_980, 20_200, 19_980, 20_200],
  [20_200, 20_300, 20_200, 20_300],
];

const fillsOf = (records: readonly AccountRecord[]): string[] =>
  records.flatMap((record) =>
    record.type === 'trade' ? [`${record.role} ${record.quantity} @ ${priceText(XRP, record.price)}`] : [],
  );

it('a stop on the average that a partial fill of a safety order has moved can fill in the same minute', () => {
  // 84 of the 101 fill, a tenth of the volume: the average is 366.32 / 184, the stop 1 % under it 1.9710, rounded up,
  // and the take profit (366.32 · 1.01 + 0.133264) / (184 · 0.9998) = 2.0120, which the market reaches later.
  const account = storedAfter(botCommand(LADDER), [], marketOf([XRP]));
  const candles = [flat(20_000), flat(20_000), FALL, ...RISE];
  const records = runMinutes(account, minutesOf({ ETHUSDT: candles }, { volume: 840 }));
  expect(fillsOf(records).slice(0, 3)).toEqual(['base 100 @ 2.0000', 'safety 84 @ 1.9800', 'stop_loss 184 @ 1.9710']);
});

it('a take profit that a partial fill has moved fills in the next minute at the earliest', () => {
  const account = storedAfter(botCommand(LADDER), [], marketOf([XRP]));
  const candles = [flat(20_000), flat(20_000), [20_000, 20_200, 19_711, 20_200] as const];
  const before = runMinutes(account, minutesOf({ ETHUSDT: candles }, { volume: 840 }));
  expect(fillsOf(before)).toEqual(['base 100 @ 2.0000', 'safety 84 @ 1.9800']);
  expect(openCycleOf(account)?.orders).toContainEqual(expect.objectContaining({ role: 'take_profit', price: 20_120 }));
});
