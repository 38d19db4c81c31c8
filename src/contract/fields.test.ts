import { expect, it } from 'vitest';
import { givenName, searchText } from './fields.ts';

it('names and searches are read in one spelling, whatever width or composition their letters were typed in', () => {
  expect(givenName.parse(' \uff22\uff34\uff23 grid ')).toBe('BTC grid');
  expect(searchText.parse('cafe\u0301')).toBe('caf\u00e9');
});

it('the length of a name is counted in its one spelling', () => {
  expect(givenName.safeParse('\ufdfa'.repeat(80)).success).toBe(false); // One sign for eighteen letters.
});
