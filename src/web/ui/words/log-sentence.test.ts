import { describe, expect, it } from 'vitest';
import { wholeText } from '#web/i18n/text.tsx';
import { type LogLine, logSentence } from './log-sentence.ts';

const line: LogLine = {
  code: 'STEP_FILLED',
  detail: 'Step 1 of 5 filled: 15,91 LINK at 15.704; average 15.775, take profit at 15.911.',
  symbol: 'LINKUSDT',
  direction: 'buy',
  figures: [
    { name: 'level', value: '1' },
    { name: 'levels', value: '5' },
    { name: 'price', value: '15.704' },
    { name: 'quantity', value: '15.91' },
    { name: 'average_price', value: '15.77520669' },
    { name: 'take_profit_price', value: '15.911' },
  ],
};

describe('sentences of the log', () => {
  it('a log line reads in Russian with its figures, the average with the decimals of the price', async () => {
    expect(logSentence(line, await wholeText('ru'))).toBe(
      'Шаг 1 из 5 исполнен: 15,91 LINK по 15,704; средняя 15,775, тейк-профит на 15,911.',
    );
  });

  it('parts of a sentence without their figure are omitted', async () => {
    const bare = { ...line, figures: line.figures.slice(0, 2) };
    expect(logSentence(bare, await wholeText('ru'))).toBe('Шаг 1 из 5 исполнен.');
  });

  it('English lines and unknown codes show the sentence of the server', async () => {
    expect(logSentence(line, await wholeText('en'))).toBe(line.detail);
    expect(logSentence({ ...line, code: 'NEW_CODE' }, await wholeText('ru'))).toBe(line.detail);
  });

  it('a small amount is not rounded to zero', async () => {
    const funding = { ...line, code: 'FUNDING_SETTLED', figures: [{ name: 'amount', value: '-0.00120000' }] };
    expect(logSentence(funding, await wholeText('ru'))).toBe('Расчёт фандинга: −0,00120000 USDT.');
  });
});
