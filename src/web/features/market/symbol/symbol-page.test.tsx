import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getAssetCmcData, getAssetDescription } from '#contract/assets/coin-facts.ts';
import { getTradeCategories } from '#contract/assets/trade-category.ts';
import { getBots } from '#contract/bot.ts';
import { getFundingHistory, getOpenInterestHistory } from '#contract/market/asset-history.ts';
import { getCandles, getMarket } from '#contract/market.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import type { MarketRow } from '#web/api/market/market-queries.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../../tests/support/told-status.ts';
import { MarketPage } from '../market-page.tsx';
import { SymbolPage } from './symbol-page.tsx';

const DOGE: MarketRow = {
  ...{ symbol: 'DOGEUSDT', baseAsset: 'DOGE', status: 'TRADING', sector: 'Meme', tickSize: '0.00001' },
  ...{ listedAt: '2025-04-04T00:00:00.000Z', lastPrice: '0.22510', changePercent: '-1.50', highPrice: '0.23000' },
  ...{ lowPrice: '0.21900', turnover: '9599612345', tickerAt: '2025-05-26T05:33:00.000Z', markPrice: '0.2252' },
  ...{ indexPrice: '0.22512345', fundingPercent: '-0.008', nextFundingAt: '2025-05-26T08:00:00.000Z' },
  ...{ fundingHours: 8, oldestMinute: null, newestMinute: null, coveredPercent: 40 },
};
const CALM: MarketRow = { ...DOGE, symbol: 'SUIUSDT', baseAsset: 'SUI', sector: '', coveredPercent: 100 };

beforeAll(async () => void (await textWith('market', 'en')));

let server: ToldServer;
beforeEach(() => {
  localStorage.clear();
  server = toldServer();
  for (const call of [getCandles, getAssets, getTradeCategories, getBots, getAssetDescription, getAssetCmcData])
    server.keepsWaiting(call);
  for (const call of [getFundingHistory, getOpenInterestHistory]) server.keepsWaiting(call);
  tell([DOGE, CALM]);
  tellStatus();
});
afterEach(() => {
  liveStore.clear();
  vi.unstubAllGlobals();
});

const tell = (items: MarketRow[]) => server.answers(getMarket, { items, leftOut: [] });
const open = (symbol = 'DOGEUSDT') => openPage(<SymbolPage />, { at: `/market/${symbol}`, path: '/market/$symbol' });
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ') ?? '';

describe('the page of a contract', () => {
  it('tells its prices with the decimals of its tick, and funding with its sign', async () => {
    await open();
    const band = plain((await screen.findByText('0.22510')).closest('dl')?.textContent);
    expect(band).toContain('0.22520'); // The mark, which came without its last zero.
    expect(band).toContain('index 0.22512');
    expect(band).toContain('−1.50 %');
    expect(band).toContain('9,599.6');
    expect(band).toContain('−0.0080 %');
  });

  it.each([
    ['DOGEUSDT', 'DOGE, Meme, listed 4 Apr 2025'],
    ['SUIUSDT', 'SUI, listed 4 Apr 2025'],
  ])('of %s says what it is: %s', async (symbol, facts) => {
    await open(symbol);
    expect(await screen.findByText(facts)).toBeTruthy();
  });

  it('one that the exchange does not list says so, with a way on', async () => {
    await open('NOPEUSDT');
    expect(await screen.findByText('The exchange does not list NOPEUSDT.')).toBeTruthy();
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(ways).toContain('/market');
  });

  it('a server that is away is told; nothing is called unlisted; and the contract comes when it is asked for', async () => {
    server.refuses(getMarket, 'DATABASE_UNAVAILABLE');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database does not answer.');
    expect(screen.queryByText(/does not list/)).toBeNull();
    tell([DOGE]);
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('0.22510')).toBeTruthy();
  });

  it('figures that are not known are dashes', async () => {
    tell([{ ...DOGE, lastPrice: null, indexPrice: null, lowPrice: null, highPrice: null, nextFundingAt: null }]);
    await open();
    expect(await screen.findByText(/^index –/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/NaN|null|undefined/);
  });

  it('an exchange that has fallen silent is told above old prices', async () => {
    tellStatus({ exchange: 'silent', exchangeHeardAt: new Date(Date.now() - 180_000).toISOString() });
    await open();
    await screen.findByText('0.22510');
    expect(screen.getByText('The exchange does not answer.')).toBeTruthy();
    expect(screen.getByText(/^Prices are from .+ ago\./)).toBeTruthy();
  });
});

describe('the page of all contracts', () => {
  const market = (search = '') => openPage(<MarketPage />, { at: `/market${search}` });
  const symbols = () => Array.from(document.querySelectorAll('tr[data-row]'), (row) => row.getAttribute('data-row'));

  it('a row leads to its contract', async () => {
    await market();
    const links = await screen.findAllByRole('link', { name: /DOGE/ });
    expect(links[0]?.getAttribute('href')).toBe('/market/DOGEUSDT');
  });

  it.each([
    ['?q=meme', ['DOGEUSDT']],
    ['?show=incomplete', ['DOGEUSDT']],
    ['?show=halted', []],
    ['?q=usdt', ['DOGEUSDT', 'SUIUSDT']],
  ])('filtered by "%s" it lists %j', async (search, expected) => {
    await market(search);
    await screen.findByRole('searchbox');
    await waitFor(() => expect(symbols()).toEqual(expected));
  });

  it('before the exchange has answered it says what it waits for', async () => {
    tell([]);
    await market();
    expect(await screen.findByText('The exchange has not listed any contracts yet.')).toBeTruthy();
    expect(document.querySelector('table')).toBeNull();
  });

  it('axe finds nothing grave in it', async () => {
    await market();
    await screen.findAllByRole('link', { name: /DOGE/ });
    expect(await domFindings()).toEqual([]);
  });
});
