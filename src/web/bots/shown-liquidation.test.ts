import { expect, it } from 'vitest';
import { shownLiquidation } from './shown-liquidation.ts';

it.each([
  ['a liquidation within 100 % of the mark is shown', '1999.99', '1999.99'],
  ['a liquidation exactly 100 % away is shown', '2000', '2000'],
  ['a liquidation more than 100 % away is not shown', '2000.1', null],
  ['no liquidation is shown where there is none', null, null],
])('%s', (_title, liquidationPrice, shown) => {
  expect(shownLiquidation({ mark: '1000', liquidationPrice })).toBe(shown);
});

it('a liquidation is shown while the mark is not known', () => {
  expect(shownLiquidation({ mark: null, liquidationPrice: '5000' })).toBe('5000');
});
