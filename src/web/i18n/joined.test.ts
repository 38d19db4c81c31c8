import { expect, it } from 'vitest';
import { joined } from './joined.ts';

it('joined catalogues have the words of all of them, and no words of the language underneath', () => {
  const words = joined({ 'a.one': 'One' }, { 'b.two': 'Two' });
  expect({ ...words }).toEqual({ 'a.one': 'One', 'b.two': 'Two' });
  expect('toString' in words).toBe(false);
});
