import { afterEach, expect, it } from 'vitest';
import { openedPage } from './opened-page.ts';

afterEach(() => {
  history.replaceState(null, '', '/');
  document.head.innerHTML = '';
});

it.each([
  ['/market/龙虾USDT', '%E9%BE%99%E8%99%BEUSDT'],
  ['/market/%E9%BE%99%E8%99%BEUSDT', '%E9%BE%99%E8%99%BEUSDT'],
  ['/market/ETHUSDT', 'ETHUSDT'],
  ['/market/A&limit=9', 'A%26limit%3D9'],
])('the early requests of %s use the same contract name as those of the page', (address, id) => {
  document.head.innerHTML = '<meta name="market-time" content="2025-05-26T05:33:00.000Z">';
  history.replaceState(null, '', address);
  expect(openedPage()).toMatchObject({ id });
});
