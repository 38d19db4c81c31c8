import { describe, expect, it } from 'vitest';
import { wholeText } from '#web/i18n/text.tsx';
import { orderWords } from './order-words.ts';

const order = { symbol: 'SOLUSDT', role: 'safety', level: 2, side: 'BUY', price: '174.98', qty: '2.26' } as const;

describe('an order in words', () => {
  it('the quantity of an order counts the base asset', async () => {
    expect(orderWords(order, await wholeText('en'))).toBe('Step 2: buy 2.26 SOL at 174.98');
    expect(orderWords(order, await wholeText('ru'))).toBe('Шаг 2: купить 2,26 SOL по 174,98');
  });
});
