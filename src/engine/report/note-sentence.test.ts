import { expect, test } from 'vitest';
import { instantOf } from '#base/time.ts';
import type { NoteRecord } from '../model/record.ts';
import { noteSentence } from './note-sentence.ts';
import { noteTemplates } from './note-templates.ts';

function note(code: NoteRecord['code'], figures: NoteRecord['figures'] = {}): NoteRecord {
  return {
    type: 'note',
    botId: 'bot',
    symbol: 'ETHUSDT',
    direction: 'buy',
    cycleSeq: 1,
    order: 1,
    at: instantOf(0),
    level: 'info',
    code,
    figures,
  };
}

const filled = { level: 2, levels: 4, price: '1950.00', quantity: '0.153', averagePrice: '1972.68361582' };

test.each<[NoteRecord['code'], NoteRecord['figures'], string]>([
  [
    'CYCLE_OPENED',
    { price: '2000.00', quantity: '0.100' },
    'Opened a long cycle: base order sent for 0.100 ETH at 2,000.00.',
  ],
  [
    'STEP_FILLED',
    { ...filled, takeProfitPrice: '1993.38' },
    'Step 2 of 4 filled: 0.153 ETH at 1,950.00; average 1,972.68, take profit at 1,993.38.',
  ],
  ['STEP_FILLED', filled, 'Step 2 of 4 filled: 0.153 ETH at 1,950.00; average 1,972.68.'],
  [
    'TAKE_PROFIT_FILLED',
    { price: '1924.03', quantity: '0.957', gross: '19.02421000' },
    'Take profit filled: 0.957 ETH at 1,924.03, gross +19.02 USDT.',
  ],
  [
    'CYCLE_CLOSED',
    { seq: 7, reason: 'stop_loss', result: '-1100.95825450' },
    'Cycle 7 closed by stop-loss, net result −1,100.96 USDT.',
  ],
  ['FUNDING_SETTLED', { amount: '-0.00120000' }, 'Funding settled: −0.0012 USDT.'],
  [
    'LIQUIDATED',
    { price: '1720.61', gross: '-182.20', fee: '1.25' },
    'Liquidated at 1,720.61, gross −182.20 USDT, fee 1.25 USDT.',
  ],
  ['ENTRY_BLOCKED', { reason: 'MAX_OPEN_CYCLES' }, 'No new cycle: the maximum number of cycles is open.'],
  ['ENTRY_BLOCKED', { reason: 'SOMETHING_NEW' }, 'No new cycle: SOMETHING_NEW.'],
  [
    'CONDITIONS_CHANGED',
    { takeProfitPercent: '1.5', stopLossPercent: 'off' },
    'Exits changed: take profit 1.5 %, stop-loss off.',
  ],
  ['ENTRIES_CHANGED', { buy: 'on', sell: 'off' }, 'New cycles: long on, short off.'],
  ['BOT_RESTARTED', { run: 3 }, 'Bot restarted, run 3.'],
  ['CYCLE_CLOSED', { result: '0.00000000' }, 'Cycle closed, net result 0.00 USDT.'],
])('the note %s with its figures reads as one sentence', (code, figures, sentence) => {
  expect(noteSentence(note(code, figures))).toBe(sentence);
});

const codes = Object.keys(noteTemplates) as NoteRecord['code'][];

test.each(codes)('the note %s is still a sentence without figures, symbol or direction', (code) => {
  const sentence = noteSentence({ ...note(code), symbol: null, direction: null });
  expect(sentence).toMatch(/^[A-Z][^[\]{}]*\.$/);
  expect(sentence).not.toContain('  ');
});
