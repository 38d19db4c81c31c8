import { expect, it } from 'vitest';
import type { LeftOutRow } from '#ports/market-source.ts';
import { leftOutSentence } from './left-out-sentence.ts';

const row = (index: number): LeftOutRow => ({ list: 'contracts', name: `X${index}`, reason: 'type', detail: 'NEW' });

it('the log names what is left out of lists with its reason, at most ten rows of it', () => {
  const field = { list: 'best-prices', name: '龙虾USDT', reason: 'field', detail: 'askPrice' } as const;
  const all = { list: 'marks', name: '', reason: 'list', detail: 'no list' } as const;
  expect(leftOutSentence([field, all])).toBe(
    'Left out of the lists of the exchange: 龙虾USDT of best prices (unreadable askPrice), all of marks (no list). Their other rows are used.',
  );
  const many = leftOutSentence(Array.from({ length: 12 }, (_, index) => row(index)));
  expect(many).toContain('X9 of contracts (unknown type NEW) and 2 more.');
  expect(many).not.toContain('X10');
  expect(leftOutSentence([])).toBe('Every row of the lists of the exchange can be read again.');
});
