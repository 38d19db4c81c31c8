import fc from 'fast-check';
import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { randomHistory } from '../../../tests/support/random-history.ts';
import type { SymbolHistory } from '../model/history.ts';
import type { WindowSpec } from '../model/window.ts';
import { barTable, lastClosed, wholeWindows } from './bar-table.ts';
import { closesBar, windowAt } from './closed-bars.ts';
import { instantAt, marketMinute } from './market-minutes.ts';

const SYMBOL = 'ETHUSDT';
const COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

it('a table of bars holds what a bot sees minute by minute, before the past, over gaps and across blocks', () => {
  const seen = { windows: 0, holes: 0 };
  checkProperty(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const dice = chance(seed);
      const whole = randomHistory(dice, [{ symbol: SYMBOL, start: 200_000 }], 1_000);
      const random = whole.symbols.get(SYMBOL);
      if (random === undefined) throw new Error('the history has its symbol');
      const from = dice.between(200, 400);
      const to = from + dice.between(130, 300);
      const again = to + dice.between(1, 20); // Often in the same bar.
      const unknown = { from: again + 40, to: again + 40 + dice.between(6, 90) };
      const stored = {
        ...random,
        frozen: [{ from, to }, { from: again, to: again + dice.between(6, 20) }, unknown],
        unstored: [...(dice.next() < 0.5 ? [{ from: dice.pick([Number.NEGATIVE_INFINITY, -7]), to: 0 }] : []), unknown],
      };
      const history = { ...whole, symbols: new Map([[SYMBOL, stored]]) };
      const lanes = new Map();
      const timeframe = dice.pick(['1m', '5m', '15m', '1h'] as const);
      const spec: WindowSpec = { timeframe, columns: COLUMNS, bars: dice.between(1, 40), block: dice.pick([8, 32]) };
      const table = barTable(stored, timeframe);
      const bars = wholeWindows(stored)(timeframe, COLUMNS);
      for (let minute = 0; minute < history.minutes; minute += 1) {
        const time = instantAt(history, minute);
        if (!closesBar(time, timeframe)) continue;
        const window = windowAt(lanes, marketMinute(history, minute), SYMBOL, spec);
        if (window === null) throw new Error('a window of blocks takes missing bars');
        const end = lastClosed(timeframe, later(time, MINUTE_MS)) + 2 - table.first; // One bar lies before the first.
        for (const name of COLUMNS) {
          const known = bars.column(name).slice(Math.max(0, end - window.length), end);
          const before = new Float64Array(window.length - known.length).fill(Number.NaN);
          expect([...before, ...known]).toEqual([...window.column(name)]);
        }
        seen.windows += 1;
        if (Number.isNaN(at([...window.column('close')], window.length - 1))) seen.holes += 1;
      }
    }),
    30,
  );
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
});

it('a bar is known when all minutes that the market has of it are stored', () => {
  const whole = randomHistory(chance(1), [{ symbol: SYMBOL, start: 200_000 }], 100).symbols.get(SYMBOL);
  if (whole === undefined) throw new Error('the history has its symbol');
  // It begins five minutes before a bar of fifteen ends.
  const stored = { ...whole, columns: { ...whole.columns, start: later(whole.columns.start, 10 * MINUTE_MS) } };
  const known = (changes: Partial<SymbolHistory>) =>
    [...barTable({ ...stored, ...changes }, '15m').columns.high].map((high) => !Number.isNaN(high));
  const hole = { from: 25, to: 35 };
  expect(known({})).toEqual([true, true, true, true, true, true, true]);
  expect(known({ frozen: [hole] })).toEqual([true, true, true, true, true, true, true]);
  expect(known({ frozen: [hole], unstored: [hole] })).toEqual([true, true, false, true, true, true, true]);
  expect(known({ unstored: [{ from: Number.NEGATIVE_INFINITY, to: 0 }] })).toEqual([
    ...[false, true, true, true, true, true, true],
  ]);
});
