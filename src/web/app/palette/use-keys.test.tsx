import { fireEvent, act as reactAct, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getPortfolioList } from '#contract/portfolio.ts';
import { queryClient } from '#web/api/query-client.ts';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { useKeys } from './use-keys.ts';

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  const items = ['p1', 'p2', 'p3'].map((portfolioId) => ({ ...EMPTY_PORTFOLIO, portfolioId }));
  server.answers(getPortfolioList, { items, deleted: [] } as never);
});
afterEach(() => {
  queryClient.clear();
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

const onOpen = vi.fn();

function Page() {
  useKeys(onOpen);
  return (
    <main>
      <input type="search" aria-label="Search" />
      <textarea aria-label="Comment" />
      <table>
        <tbody>
          <tr tabIndex={-1} data-row="first">
            <td>One</td>
          </tr>
        </tbody>
      </table>
    </main>
  );
}

async function open(at = '/portfolios') {
  onOpen.mockClear();
  window.history.replaceState(null, '', at); // The keys read the address of the tab.
  const { router } = await openPage(<Page />, { at });
  // A portfolio beside is looked up first; two turns let what is to come come.
  const press = (key: string, held: object = {}) =>
    reactAct(async () => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key, ...held });
    });
  return { press, path: () => router.state.location.pathname };
}

const focused = () => document.activeElement;
const field = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`);

describe('the keys of every page', () => {
  it.each([
    ['k', { ctrlKey: true }, 'palette'],
    ['K', { metaKey: true }, 'palette'],
    ['?', {}, 'keys'],
  ])('%s with %j opens the %s', async (key, held, dialog) => {
    const { press } = await open();
    await press(key, held);
    expect(onOpen.mock.calls).toEqual([[dialog]]);
  });

  it.each([
    ['m', '/market'],
    ['d', '/dca/bots'],
    ['l', '/dca-prod/bots'],
    ['p', '/portfolios'],
    ['b', '/backtest'],
    ['s', '/screener'],
    ['o', '/order-stat'],
  ])('g and then %s goes to %s', async (letter, to) => {
    const { press, path } = await open('/account');
    await press('g');
    await press(letter);
    await waitFor(() => expect(path()).toBe(to));
  });

  it('a letter without g before it, or after another letter, goes nowhere', async () => {
    const { press, path } = await open();
    await press('m');
    await press('g');
    await press('z');
    await press('m');
    expect(path()).toBe('/portfolios');
  });

  it('/ enters the search of the page, and Escape leaves it', async () => {
    const { press } = await open();
    await press('/');
    expect(focused()).toBe(field('Search'));
    await press('Escape');
    expect(focused()).toBe(document.body);
  });

  it.each(['j', 'k'])('%s enters the table', async (key) => {
    const { press } = await open();
    await press(key);
    expect(focused()?.getAttribute('data-row')).toBe('first');
  });

  it('what is typed into a field stays there, but for the palette', async () => {
    const { press, path } = await open('/dca/portfolio/p1');
    field('Comment')?.focus();
    for (const key of ['?', '/', 'j', ']', 'g', 'm']) await press(key);
    expect([onOpen.mock.calls, focused(), path()]).toEqual([[], field('Comment'), '/dca/portfolio/p1']);
    await press('k', { ctrlKey: true });
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it.each(['?', '/', 'j', ']'])('below a dialog %s does nothing: the page stays under its question', async (key) => {
    const { press, path } = await open('/dca/portfolio/p1');
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    await press('g');
    await press('m');
    await press(key);
    expect([onOpen.mock.calls, focused(), path()]).toEqual([[], document.body, '/dca/portfolio/p1']);
    dialog.remove();
  });
});

describe('walking the portfolios', () => {
  it.each([
    [']', 'p1', 'p2'],
    ['[', 'p2', 'p1'],
    [']', 'p3', 'p1'],
    ['[', 'p1', 'p3'],
  ])('%s leads from %s to %s', async (key, from, to) => {
    const { press, path } = await open(`/dca/portfolio/${from}`);
    await press(key);
    await waitFor(() => expect(path()).toBe(`/dca/portfolio/${to}`));
  });

  it('from one that is not listed, and from other pages, it leads nowhere', async () => {
    const { press, path } = await open('/dca/portfolio/nobody');
    await press(']');
    expect(path()).toBe('/dca/portfolio/nobody');
    window.history.replaceState(null, '', '/market');
    await press(']');
    expect(path()).toBe('/dca/portfolio/nobody');
  });
});
