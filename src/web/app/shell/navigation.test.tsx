import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { BottomNavigation } from './bottom-navigation.tsx';
import { Rail } from './rail.tsx';

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

const words = (nodes: readonly Element[]) => nodes.map(({ textContent }) => textContent);

describe('the rail', () => {
  const open = (at: string) => openPage(<Rail />, { at, path: '$' });

  it('leads to every place', async () => {
    await open('/portfolios');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    const places = [
      '/',
      '/portfolios',
      '/custom/bots',
      '/dca/bots',
      '/dca-prod/bots',
      '/backtest',
      '/screener',
      '/market',
      '/order-stat',
    ];
    expect(links).toEqual(places);
    expect(screen.queryByText(/not available yet/)).toBeNull();
  });

  it.each([
    ['/market/ETHUSDT', 'Market'],
    ['/dca/portfolio/p1', 'DCA paper'],
    ['/', 'Portfolios'],
  ])('on %s it says that this is in %s', async (at, name) => {
    await open(at);
    const here = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
    expect(words(here)).toContain(name);
  });

  it('the settings open by the keyboard, hold theme, colours and language, and Escape gives the focus back', async () => {
    const { user } = await open('/portfolios');
    screen.getByRole('button', { name: 'Settings' }).focus();
    await user.keyboard('{Enter}');
    const menu = await screen.findByRole('menu');
    const items = within(menu).getAllByRole('menuitemradio', { hidden: true });
    expect(words(items)).toEqual(['Dark', 'Light', 'System', 'English', 'Русский']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' }));
  });

  it('a language that is chosen is spoken at once', async () => {
    const { user } = await open('/portfolios');
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Русский' }));
    expect(await screen.findByText('Портфели')).toBeTruthy();
    await user.click(await screen.findByRole('menuitemradio', { name: 'English' }));
    expect(await screen.findByText('Portfolios')).toBeTruthy();
  });
});

describe('the navigation of the phone', () => {
  const open = (at: string) => openPage(<BottomNavigation />, { at, path: '$' });

  it('leads to the pages that are used most, and says which one this is', async () => {
    await open('/dca/logs');
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/portfolios',
      '/dca/bots',
      '/dca/logs',
      '/market',
    ]);
    expect(words(links.filter((link) => link.getAttribute('aria-current') === 'page'))).toEqual(['Logs']);
    expect(screen.getByRole('button', { name: 'More' }).hasAttribute('aria-current')).toBe(false);
  });

  it('on a page that is behind "More", that is where the reader is', async () => {
    await open('/account');
    expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-current')).toBe('true');
  });

  it('"More" holds every place and the way out', async () => {
    const { user } = await open('/market');
    await user.click(screen.getByRole('button', { name: 'More' }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).queryByText(/not available yet/)).toBeNull();
    expect(within(menu).getByText('DCA live').closest('a')?.getAttribute('href')).toBe('/dca-prod/bots');
    expect(within(menu).getByText('Account').closest('a')?.getAttribute('href')).toBe('/account');
    expect(within(menu).getByText('Log out')).toBeTruthy();
  });
});
