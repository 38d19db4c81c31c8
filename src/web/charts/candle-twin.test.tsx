import { expect, it } from 'vitest';
import { wholeText } from '#web/i18n/text.tsx';
import { candleTwin } from './candle-twin.ts';

const average = { title: 'Avg', price: 15.7 };
const fill = { ts: '2025-06-03T14:55:00.000Z', side: 'BUY', price: '15.65400000' } as const;
const picture = { name: 'prices', lines: [average], trades: [fill], decimals: 3 };

it('the table beside candles is headed by what its rows tell: lines, fills or both', async () => {
  const t = await wholeText('en');
  const head = (lines: readonly (typeof average)[], trades: readonly (typeof fill)[]) =>
    candleTwin({ ...picture, lines, trades }, t).head[0];
  expect([head([average], []), head([], [fill]), head([average], [fill]), head([], [])]).toEqual([
    'Line',
    'Filled, UTC',
    'Line / Filled, UTC',
    'Line',
  ]);
});

it('a fill in the table beside candles is told in the language of the page, to the tick', async () => {
  const { rows, file } = candleTwin(picture, await wholeText('ru'));
  expect(rows[1]).toEqual(['3 июн. 14:55 купить', '15,654']);
  expect(file.rows[1]).toEqual(['2025-06-03T14:55:00.000Z BUY', '15.65400000']);
});
