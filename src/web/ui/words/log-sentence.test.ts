import { describe, expect, it } from 'vitest';
import { wholeText } from '#web/i18n/text.tsx';
import { type LogLine, logSentence } from './log-sentence.ts';

const line: LogLine = {
  code: 'STEP_FILLED',
  detail: 'Step 1 of 5 filled: 15.91 LINK at 15.704; average 15.775, take profit at 15.911.',
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

describe('logSentence', () => {
  it('says the line in Russian with its figures, the average on the decimals of the price', async () => {
    expect(logSentence(line, await wholeText('ru'))).toBe(
      'Шаг 1 из 5 исполнен: 15.91 LINK по 15.704; средняя 15.775, тейк-профит на 15.911.',
    );
  });

  it('leaves out what has no figure', async () => {
    const bare = { ...line, figures: line.figures.slice(0, 2) };
    expect(logSentence(bare, await wholeText('ru'))).toBe('Шаг 1 из 5 исполнен.');
  });

  it('is the sentence of the server in English and for a code without words', async () => {
    expect(logSentence(line, await wholeText('en'))).toBe(line.detail);
    expect(logSentence({ ...line, code: 'NEW_CODE' }, await wholeText('ru'))).toBe(line.detail);
  });

  it('keeps a small amount that would read zero', async () => {
    const funding = { ...line, code: 'FUNDING_SETTLED', figures: [{ name: 'amount', value: '-0.00120000' }] };
    expect(logSentence(funding, await wholeText('ru'))).toBe('Расчёт фандинга: −0.00120000 USDT.');
  });
});
