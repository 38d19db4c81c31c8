import { describe, expect, it } from 'vitest';
import { pageAddress, pageAt, pages, sections } from './pages.ts';

const values = { id: 'an-id', symbol: 'ETHUSDT' };
const addresses = pages.map((page) => [pageAddress(page, values) ?? '', page.path] as const);

describe('the table of pages', () => {
  it.each(addresses)('finds the page of %s, with and without a slash at the end', (address, path) => {
    expect(pageAt(address)?.path).toBe(path);
    if (address !== '/') expect(pageAt(`${address}/`)?.path).toBe(path);
  });

  it.each(['/nowhere', '/dca', '/dca/bots/x', '/custom/portfolio', '/market/ETHUSDT/x', '//', '/portfoliosx'])(
    'has no page at %s',
    (path) => {
      expect(pageAt(path)).toBeNull();
    },
  );

  it('builds addresses without their optional part, but not without a required one', () => {
    expect(pageAddress(pageNamed('/dca/strategy/{-$id}'))).toBe('/dca/strategy');
    expect(pageAddress(pageNamed('/dca/portfolio/$id'))).toBeNull();
  });

  it('gives every section its own page and letter', () => {
    const letters = Object.values(sections).map(({ letter }) => letter);
    expect(new Set(letters).size).toBe(letters.length);
    for (const [name, { path }] of Object.entries(sections)) expect(pageAt(path)?.section).toBe(name);
  });

  it('has room for four pages in the bottom navigation of a phone', () => {
    expect(pages.filter(({ bottomIcon }) => bottomIcon !== undefined)).toHaveLength(4);
  });
});

function pageNamed(path: string) {
  const page = pages.find((one) => one.path === path);
  if (page === undefined) throw new Error(`There is no page ${path}.`);
  return page;
}
