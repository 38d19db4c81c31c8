import { expect, it } from 'vitest';
import { multiplyDecimals } from './decimal-product.ts';

it('decimal strings are multiplied exactly where floats would not be', () => {
  expect(multiplyDecimals('0.1', '0.2')).toBe('0.02');
  expect(multiplyDecimals('103.02', '15.582', '0.0005')).toBe('0.802628820');
  expect(multiplyDecimals('-3', '12345678901234567890.12')).toBe('-37037036703703703670.36');
  expect(multiplyDecimals('7')).toBe('7');
});
