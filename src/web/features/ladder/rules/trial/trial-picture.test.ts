import { beforeAll, describe, expect, it } from 'vitest';
import { type Text, textWith } from '#web/i18n/text.tsx';
import { toldTrial } from '../../../../../../tests/support/told-trial.ts';
import { trialPicture } from './trial-picture.ts';

let t: Text;
beforeAll(async () => {
  t = await textWith('rules', 'en');
}, 60_000);

const RSI = { ind: 'rsi', n: 14 };
const TREES = { 'buy.enter': { op: 'crosses_above', a: RSI, b: { const: '30' } } };
const drawn = (operands: readonly object[]) =>
  trialPicture(
    toldTrial({
      series: operands.map((operand) => ({ operand: { ...operand }, timeframe: '15m', values: [null, '1', '2', '3'] })),
    }),
    TREES,
    t,
  );

describe('the picture of a trial', () => {
  it('marks what entered, what did not, and what ended, each at its bar', () => {
    const { markers, held } = trialPicture(toldTrial(), TREES, t);
    expect(markers.map(({ kind, bar, text }) => [kind, bar, text])).toEqual([
      ['skipped', 2, ''],
      ['entered', 1, ''],
      ['closed', 2, '+1.84'],
    ]);
    expect(held).toEqual([{ from: 2, to: 2, tone: 'profit' }]);
  });

  it('leaves a bar without a market empty, and keeps the time of the others', () => {
    const { bars, times, decimals } = trialPicture(toldTrial(), TREES, t);
    expect(bars.map((bar) => bar?.close ?? null)).toEqual([2501, 2502, null, 2504]);
    expect(times.map((time) => new Date(time).toISOString().slice(11, 16))).toEqual([
      '12:00',
      '12:15',
      '12:30',
      '12:45',
    ]);
    expect(decimals).toBe(2);
  });

  it('draws averages and bands over the candles, and every other value in a pane with what it is compared with', () => {
    const { overlays, panes } = drawn([
      RSI,
      { ind: 'ema', n: 200 },
      { ind: 'bbands', n: 20, out: 'lower' },
      { ind: 'bbands', n: 20, out: 'percent_b' },
      { percentOf: { ind: 'sma', n: 20 }, p: '98' },
    ]);
    expect(overlays.map(({ title }) => title)).toEqual(['EMA(200)', 'BBANDS(20).lower', '98 % of SMA(20)']);
    expect(panes.map(({ lines }) => lines.map(({ title }) => title))).toEqual([['RSI(14)'], ['BBANDS(20).percent_b']]);
    expect(panes.map(({ levels }) => levels)).toEqual([[30], []]);
  });

  it('joins the lines of one indicator in a pane, draws volume in columns, and the close of the bars not twice', () => {
    const { overlays, panes } = drawn([
      { ind: 'macd', out: 'line' },
      { ind: 'macd', out: 'signal' },
      { price: 'volume' },
      { price: 'close' },
      { price: 'close', timeframe: '4h' },
    ]);
    expect(overlays.map(({ title }) => title)).toEqual(['close on 4h']);
    expect(panes.map(({ shape, lines }) => [shape, lines.length])).toEqual([
      ['line', 2],
      ['columns', 1],
    ]);
  });

  it('names the values for which there is no room', () => {
    const { panes, undrawn } = drawn(['rsi', 'cci', 'mfi', 'atr', 'roc', 'adx'].map((ind) => ({ ind })));
    expect([panes.length, undrawn]).toEqual([4, ['ROC', 'ADX']]);
  });
});
