import { expect, it } from 'vitest';
import { englishText, russianText } from '../../../../tests/support/draw.tsx';
import { exitText } from './exit-text.ts';

it('an exit is told with the decimal mark of the language, or as switched off', () => {
  expect(exitText('takeProfit', '1.9', englishText)).toBe('Take profit of every cycle: 1.9 %');
  expect(exitText('takeProfit', '1.9', russianText)).toBe('Тейк-профит каждого цикла: 1,9 %');
  expect(exitText('stopLoss', null, englishText)).toBe('Stop-loss off: losses are not limited');
});
