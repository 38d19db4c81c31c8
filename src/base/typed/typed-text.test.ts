import { expect, it } from 'vitest';
import { normalText, searchedText } from './typed-text.ts';

it('a name typed with letters of full width, a ligature or a separate accent has one spelling', () => {
  expect(['\uff22\uff34\uff23', 'pro\ufb01t', 'Ande\u0301'].map(normalText)).toEqual(['BTC', 'profit', 'And\u00e9']);
});

it('a search finds a text whatever its width, capitals and outer blanks are', () => {
  expect(searchedText(' \uff22tc\u3000')).toBe('btc');
});
