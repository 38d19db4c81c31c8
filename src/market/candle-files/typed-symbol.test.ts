import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SAVED_LISTING } from '../../../tests/support/saved-market.ts';
import { writeListings } from '../store/listing-file.ts';
import { symbolFolder } from './folder.ts';
import { typedSymbol } from './typed-symbol.ts';

const WIDE = '\uff21\uff22\uff11USDT';
const NORMAL = 'AB1USDT';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-typed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lists contracts of these names, as the exchange last did. */
const list = (...symbols: readonly string[]) =>
  writeListings(
    folder,
    symbols.map((symbol) => ({ ...SAVED_LISTING, instrument: { ...SAVED_LISTING.instrument, symbol } })),
  );

it('a symbol typed with letters of full width names the contract in plain letters', async () => {
  await list(NORMAL);
  expect(typedSymbol(folder, ` ${WIDE} `)).toBe(NORMAL);
});

it('a contract whose listed name has letters of full width is named by that name', async () => {
  await list(NORMAL, WIDE);
  expect([typedSymbol(folder, ` ${WIDE} `), typedSymbol(folder, NORMAL)]).toEqual([WIDE, NORMAL]);
});

it('a stored contract that is no longer listed is named by its own name', () => {
  mkdirSync(symbolFolder(folder, WIDE));
  expect(typedSymbol(folder, WIDE)).toBe(WIDE);
});
