import { expect, it } from 'vitest';
import { candleMessages as messages } from '#web/i18n/en/market/candles.ts';
import { makeText } from '#web/i18n/text.tsx';
import { chartTable } from './chart-table.ts';

const t = makeText('en', { messages, plurals: {} });
const candles = (count: number) =>
  Array.from({ length: count }, (_, minute) => {
    const time = new Date(minute * 60_000).toISOString();
    return { time, open: '1', high: '2', low: '1', close: '1.5' };
  });

it('the table of a chart says how many of its candles it tells when it does not tell all', () => {
  const { note, rows, file } = chartTable({ name: 'candles', rows: candles(12_000) }, t);
  expect([note, rows.length, rows[0]?.[0]]).toEqual(['The newest 200 of 12,000 candles', 200, '1970-01-09 07:59']);
  expect(file.rows).toHaveLength(12_000);
  expect(chartTable({ name: 'candles', rows: candles(200) }, t)).not.toHaveProperty('note');
});

it('the table of a chart holds every hour of a week', () => {
  expect(chartTable({ name: 'week', rows: candles(168) }, t).rows).toHaveLength(168);
});
