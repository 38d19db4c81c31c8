import { fireEvent, act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBots } from '#contract/bot.ts';
import { getCandles } from '#contract/market.ts';
import { deleteStrategy, getStrategies, getStrategy, saveStrategy } from '#contract/strategy.ts';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { russianText } from '../../../../tests/support/draw.tsx';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../tests/support/example-asset.ts';
import { savedStrategy, TWO_STEPS } from '../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { StrategyPage } from './strategy-page.tsx';

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getAssets, { items: [exampleAsset] });
  server.keepsWaiting(getCandles);
  tell({});
});
afterEach(() => vi.unstubAllGlobals());

function tell(change: Parameters<typeof savedStrategy>[0]) {
  server.answers(getStrategy, savedStrategy(change));
  server.answers(getStrategies, { items: [savedStrategy(change)] });
}

async function open(at = '/dca/strategy/s1', text?: typeof russianText) {
  const path = '/dca/strategy/{-$id}';
  const surroundings = { at, path, kind: 'dca-bot', ...(text ? { text } : {}) };
  const { user, router, queries } = await openPage(<StrategyPage />, surroundings);
  const write = async (label: string, typed: string) => {
    const field = await screen.findByLabelText(label);
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.blur(field);
  };
  return { user, write, router, queries };
}

const saveButton = (version: number) => screen.findByRole('button', { name: `Save version ${version}` });
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
/** The field by which a test changes the ladder. */
const stop = () => screen.findByLabelText<HTMLInputElement>('Stop-loss');

describe('saving a strategy', () => {
  it('a new one is sent whole, and then stands under its own address', async () => {
    server.answers(saveStrategy, { ...savedStrategy({ strategyId: 's9', version: 1 }), warnings: [] });
    const { user, write, router } = await open('/dca/strategy/new');
    expect(await screen.findByText('not saved yet')).toBeTruthy();
    await write('Name', '  Weekend ');
    await user.click(await saveButton(1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dca/strategy/s9'));
    const [body] = server.bodiesOf(saveStrategy);
    expect(body).toMatchObject({ name: 'Weekend', symbol: 'ETHUSDT', params: { leverage: 5, stepPercent: '1' } });
    expect(body).not.toHaveProperty('strategyId');
    expect(screen.queryByRole('dialog')).toBeNull(); // What was saved is not asked about.
  });

  it('a changed one is sent with the version that it builds on, and nothing else of it changes', async () => {
    server.keepsWaiting(saveStrategy);
    const { user, write } = await open();
    await write('Stop-loss', '12.5');
    await user.click(await saveButton(4));
    await waitFor(() => expect(server.bodiesOf(saveStrategy)).toHaveLength(1));
    expect(server.bodiesOf(saveStrategy)[0]).toMatchObject({
      strategyId: 's1',
      baseVersion: 3,
      name: 'Two steps',
      params: { ...TWO_STEPS, stopLossPercent: '12.5' },
    });
  });

  it.each([
    ['nothing has changed', async () => {}, 'Nothing has changed since the last version.'],
    ['it has no name', (page: Page) => page.write('Name', ''), 'Name the strategy first.'],
    [
      'a field cannot be read',
      (page: Page) => page.write('Leverage', '900'),
      'This ladder cannot run yet. The reasons are listed below the table.',
    ],
    [
      'a step would never fill',
      (page: Page) => page.write('Stop-loss', '1.5'),
      'This ladder cannot run yet. The reasons are listed below the table.',
    ],
  ])('while %s its button keeps the focus, says why, and sends nothing', async (_, change, reason) => {
    const page = await open();
    await change(page);
    const button = await saveButton(4);
    await waitFor(() => expect(reasonOf(button)).toBe(reason));
    expect(isOff(button)).toBe(true);
    button.focus();
    await page.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(button);
    expect(server.bodiesOf(saveStrategy)).toEqual([]);
  });

  it.each([
    ['VERSION_CONFLICT', /^Someone saved a newer version in the meantime\./],
    ['NAME_TAKEN', /^This name is taken\. Choose another\./],
    ['STRATEGIES_FULL', /^You can have at most/],
    ['DISK_FULL', /^The disk of the server is full, so nothing was changed\./],
  ] as const)('a refusal with %s is told, and the draft stays for another try', async (code, sentence) => {
    server.refuses(saveStrategy, code);
    const { user, write, router } = await open();
    await write('Stop-loss', '12');
    await user.click(await saveButton(4));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect((await stop()).value).toBe('12');
    expect(isOff(await saveButton(4))).toBe(false);
    expect(router.state.location.pathname).toBe('/dca/strategy/s1');
  });

  it('a second click while it is under way sends nothing', async () => {
    server.keepsWaiting(saveStrategy);
    const { user, write } = await open();
    await write('Stop-loss', '12');
    await user.click(await saveButton(4));
    await user.click(await saveButton(4));
    expect(server.bodiesOf(saveStrategy)).toHaveLength(1);
  });

  it('a version saved elsewhere takes nothing from the draft, and the draft does not pass for newer than it', async () => {
    server.refuses(saveStrategy, 'VERSION_CONFLICT');
    const { user, write, queries } = await open();
    await write('Stop-loss', '12');
    tell({ version: 4, params: { ...TWO_STEPS, stopLossPercent: '30' } });
    await reactAct(() => queries.invalidateQueries({ queryKey: ['strategies'] }));
    expect((await stop()).value).toBe('12');
    await user.click(await saveButton(4));
    await waitFor(() => expect(server.bodiesOf(saveStrategy)).toHaveLength(1));
    expect(server.bodiesOf(saveStrategy)[0]).toMatchObject({ baseVersion: 3 });
  });

  it('without a draft the version saved elsewhere is shown at once', async () => {
    const { queries } = await open();
    expect((await stop()).value).toBe('10');
    tell({ version: 4, params: { ...TWO_STEPS, stopLossPercent: '30' } });
    await reactAct(() => queries.invalidateQueries({ queryKey: ['strategies'] }));
    await waitFor(async () => expect((await stop()).value).toBe('30'));
    expect(await saveButton(5)).toBeTruthy();
  });
});

type Page = Awaited<ReturnType<typeof open>>;

describe('leaving a strategy with a draft', () => {
  async function leave() {
    const page = await open();
    await page.write('Stop-loss', '12');
    await page.user.click(screen.getByRole('link', { name: 'Strategies' }));
    return { ...page, dialog: await screen.findByRole('dialog', { name: 'Leave without saving?' }) };
  }

  it('is asked about, with what would be lost, and axe finds nothing grave in the question', async () => {
    const { dialog, router } = await leave();
    expect(within(dialog).getByText('You lose the changes made since the last saved version.')).toBeTruthy();
    expect(await domFindings(dialog)).toEqual([]);
    expect(router.state.location.pathname).toBe('/dca/strategy/s1');
  });

  it.each(['Cancel', 'Escape'])('%s stays, with the draft as it was', async (way) => {
    const { dialog, user, router } = await leave();
    if (way === 'Cancel') await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    else await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await stop()).value).toBe('12');
    expect(router.state.location.pathname).toBe('/dca/strategy/s1');
  });

  it('goes on once it is confirmed, and sends nothing', async () => {
    const { dialog, user, router } = await leave();
    await user.click(within(dialog).getByRole('button', { name: 'Leave and discard changes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dca/strategy'));
    expect(server.bodiesOf(saveStrategy)).toEqual([]);
  });

  it('is not asked about when every change was undone', async () => {
    const { user, write, router } = await open();
    await write('Stop-loss', '12');
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(async () => expect((await stop()).value).toBe('10'));
    await user.click(screen.getByRole('link', { name: 'Strategies' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dca/strategy'));
  });
});

describe('deleting a strategy', () => {
  async function ask() {
    const page = await open();
    const opener = await screen.findByRole('button', { name: 'Delete…' });
    await reactAct(() => page.user.click(opener)); // The dialog is loaded when it is first opened.
    const dialog = await screen.findByRole('dialog', { name: 'Delete Two steps?' });
    const lines = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    return { ...page, opener, dialog, lines };
  }
  const asked = () => server.requests.filter(({ name }) => name === 'deleteStrategy').map(({ path }) => path);

  it('tells how many versions go and what stays, and leads to the list when they are gone', async () => {
    server.answers(deleteStrategy, { strategyId: 's1', isDeleted: true });
    const { user, dialog, lines, router } = await ask();
    expect(lines).toEqual(['Deletes its 2 versions.', 'Past cycles, orders and results of its bots.']);
    expect(await domFindings(dialog)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete Two steps' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dca/strategy'));
    expect(asked()).toEqual(['/api/dca-bot/delete-strategy/s1']);
  });

  it('names the bots that still use it, and tells the refusal that follows', async () => {
    tell({ bots: ['Alpha', 'Beta'].map((name) => ({ botId: name, name, version: 3 })) });
    server.refuses(deleteStrategy, 'STRATEGY_IN_USE');
    const { user, dialog, lines } = await ask();
    expect(lines).toContain('These bots still use it, so it cannot be deleted: Alpha, Beta.');
    await user.click(within(dialog).getByRole('button', { name: 'Delete Two steps' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('A bot still uses this strategy.');
  });

  it('Escape gives the focus back to the button that asked, and nothing is sent', async () => {
    const { user, opener } = await ask();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(asked()).toEqual([]);
  });
});

describe('versions of a strategy', () => {
  it('an older one says so, and saving it builds on the newest', async () => {
    server.keepsWaiting(saveStrategy);
    server.answers(getStrategy, savedStrategy({ version: 1, params: { ...TWO_STEPS, stopLossPercent: '8' } }));
    const { user, write } = await open('/dca/strategy/s1?version=1');
    expect(
      await screen.findByText('Viewing version 1. The newest is 3; saving makes this one the newest again.'),
    ).toBeTruthy();
    expect(server.requests.find(({ name }) => name === 'getStrategy')?.query).toMatchObject({ version: '1' });
    await write('Stop-loss', '9');
    await user.click(await saveButton(4));
    await waitFor(() => expect(server.bodiesOf(saveStrategy)).toHaveLength(1));
    expect(server.bodiesOf(saveStrategy)[0]).toMatchObject({ baseVersion: 3, params: { stopLossPercent: '9' } });
  });

  it('are compared with the one before, which the address then names', async () => {
    const { user, router } = await open();
    await user.click(await screen.findByRole('button', { name: 'Compare versions' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ against: '1' }));
    expect(await screen.findByRole('dialog', { name: /Two steps/ })).toBeTruthy();
  });

  it('one alone cannot be compared', async () => {
    tell({ version: 1, versions: [{ version: 1, createdAt: '2025-05-20T00:00:00.000Z' }] });
    await open('/dca/strategy/s1?against=7');
    await screen.findByRole('link', { name: 'Clone' });
    expect(screen.queryByRole('button', { name: 'Compare versions' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [2, true],
    [3, false],
  ])('with a bot on version %i of 3, applying is offered: %s', async (version, isOffered) => {
    tell({ bots: [{ botId: 'a', name: 'Alpha', version }] });
    server.answers(getBots, { items: [] });
    await open();
    expect(await screen.findByText('version 3 · used by 1 bot')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Apply to bots' }) !== null).toBe(isOffered);
  });
});

describe('a copy of a strategy', () => {
  it('begins as the version it is made of under a name of its own, and is saved as a strategy of its own', async () => {
    server.keepsWaiting(saveStrategy);
    const { user } = await open('/dca/strategy/new?from=s1&version=3');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Two steps, copy');
    await user.click(await saveButton(1));
    await waitFor(() => expect(server.bodiesOf(saveStrategy)).toHaveLength(1));
    expect(server.bodiesOf(saveStrategy)[0]).toMatchObject({ name: 'Two steps, copy', params: TWO_STEPS });
    expect(server.bodiesOf(saveStrategy)[0]).not.toHaveProperty('strategyId');
  });

  it('of one with the longest name stays within the length of names', async () => {
    tell({ name: 'n'.repeat(80) });
    await open('/dca/strategy/new?from=s1&version=3');
    const name = (await screen.findByLabelText<HTMLInputElement>('Name')).value;
    expect(name.endsWith(', copy')).toBe(true);
    expect(name.length).toBeLessThanOrEqual(80);
  });
});

describe('a strategy that cannot be shown', () => {
  it('because it is unknown leads to the list, without another try that would find nothing', async () => {
    server.refuses(getStrategy, 'STRATEGY_NOT_FOUND');
    await open('/dca/strategy/nobody');
    await screen.findByRole('heading', { name: 'This strategy or version does not exist.' });
    expect(screen.getByRole('link', { name: 'All strategies' }).getAttribute('href')).toBe('/dca/strategy');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('because the server is away is told, with another try and a way to the list', async () => {
    server.refuses(getStrategy, 'DATABASE_UNAVAILABLE');
    const { user } = await open('/dca/strategy/nobody');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database does not answer.');
    expect(screen.getByRole('link', { name: 'All strategies' }).getAttribute('href')).toBe('/dca/strategy');
    tell({ strategyId: 'nobody' });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect((await stop()).value).toBe('10');
  });

  it('before there are prices the editor says what it waits for instead of standing empty', async () => {
    server.answers(getAssets, { items: [] });
    await open('/dca/strategy/new');
    expect(
      await screen.findByText('There are no prices to build a ladder on yet: the server is still loading them.'),
    ).toBeTruthy();
    expect(screen.queryByLabelText('Stop-loss')).toBeNull();
  });
});

describe('a ladder on a contract without a price', () => {
  const NO_PRICE = { ...exampleAsset, lastPrice: null, lastPriceAt: null };
  const asked = () => server.requests.filter(({ name }) => name === 'getAssets').length;
  const waitOnce = () => reactAct(async () => void (await vi.advanceTimersByTimeAsync(5_000)));
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    server.answers(getAssets, { items: [NO_PRICE] });
  });
  afterEach(() => void vi.useRealTimers());

  it('is checked and drawn once a price comes, and nothing that was typed is lost', async () => {
    const { write, user } = await open();
    await screen.findByText('ETHUSDT has no price yet.');
    expect(screen.queryByRole('row', { name: /^Base/ })).toBeNull();
    await write('Name', 'Written while waiting');
    await write('Stop-loss', '12');
    await user.click(await stop());
    await waitOnce();
    expect(screen.getByText('ETHUSDT has no price yet.')).toBeTruthy();
    server.answers(getAssets, { items: [exampleAsset] });
    await waitOnce();
    expect(await screen.findByText('This ladder can run.')).toBeTruthy();
    expect(screen.getByRole('row', { name: /^Base/ })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Preview at').value).toBe('2,000.00');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Written while waiting');
    expect((await stop()).value).toBe('12');
    expect(document.activeElement).toBe(await stop());
  });

  it('asks for one every five seconds, and no longer when it has one', async () => {
    await open();
    await screen.findByText('ETHUSDT has no price yet.');
    expect(asked()).toBe(1);
    await waitOnce();
    expect(asked()).toBe(2);
    server.answers(getAssets, { items: [exampleAsset] });
    await waitOnce();
    await screen.findByText('This ladder can run.');
    await waitOnce();
    expect(asked()).toBe(3);
  });

  it('keeps the price that its reader has entered for the preview', async () => {
    const { write } = await open();
    await write('Preview at', '1000');
    server.answers(getAssets, { items: [exampleAsset] });
    await waitOnce();
    expect(asked()).toBe(2);
    expect(screen.getByLabelText<HTMLInputElement>('Preview at').value).toBe('1,000');
  });
});

it('a Russian reader is told in Russian why a version cannot be saved', async () => {
  await open('/dca/strategy/s1', russianText);
  const button = await screen.findByRole('button', { name: 'Сохранить версию 4' });
  expect(reasonOf(button)).toMatch(/^[А-Я][а-я ,]+.*\.$/);
});

it('axe finds nothing grave in the editor, with a ladder that can run and with one that cannot', async () => {
  const { write } = await open();
  await stop();
  expect(await domFindings()).toEqual([]);
  await write('Stop-loss', '1.5');
  await screen.findByText(/^This version cannot be saved yet/);
  expect(await domFindings()).toEqual([]);
});
