import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBots } from '#contract/bot.ts';
import { getStrategies, getStrategy, saveStrategy, tryStrategy } from '#contract/strategy.ts';
import { customFamily } from '#engine/bots/custom/custom-family.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../../tests/support/example-asset.ts';
import { savedStrategy } from '../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { toldTrial } from '../../../../../tests/support/told-trial.ts';
import { RulesPage } from './rules-page.tsx';

// jsdom draws no canvas.
vi.mock('#web/charts/rule-chart.tsx', () => ({ RuleChart: () => null }));

const RSI = { ind: 'rsi', n: 14 };
const PARAMS = customFamily.params.parse({
  timeframe: '15m',
  leverage: 3,
  sizing: { type: 'risk_percent', value: '1' },
  buy: {
    enter: { op: 'crosses_above', a: RSI, b: { const: '30' } },
    exit: { op: 'gt', a: RSI, b: { const: '70' } },
    takeProfitPercent: '2',
    stop: { type: 'atr', n: 14, mult: '2.5' },
  },
});
const saved = (change: Parameters<typeof savedStrategy>[0] = {}) =>
  savedStrategy({ kind: 'custom-bot', name: 'RSI dip', params: { ...PARAMS }, ...change });

let server: ToldServer;
beforeAll(() => textWith('rules', 'en'));
beforeEach(() => {
  server = toldServer();
  server.answers(getAssets, { items: [exampleAsset] });
  server.answers(getStrategy, saved());
  server.answers(getStrategies, { items: [saved()] });
  server.answers(getBots, { items: [] });
  server.answers(tryStrategy, toldTrial());
});
afterEach(() => vi.unstubAllGlobals());

async function open(at = '/custom/strategy/s1') {
  const opened = await openPage(<RulesPage />, { at, path: '/custom/strategy/{-$id}', kind: 'custom-bot' });
  return opened;
}

const saveButton = (version: number) => screen.findByRole('button', { name: `Save version ${version}` });
const paramsOf = (body: unknown) => (body as { params: Record<string, unknown> }).params;

describe('the list of strategies with rules', () => {
  it('tells each with its timeframe, its side and its versions, and leads to its editor', async () => {
    const { user, router } = await open('/custom/strategy');
    const row = within(await screen.findByRole('group', { name: 'Strategies with rules' })).getAllByRole('row')[1];
    expect(row?.textContent).toContain('RSI dip');
    expect(row?.textContent).toContain('15m');
    await user.click(screen.getByRole('link', { name: 'RSI dip' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/custom/strategy/s1'));
  });

  it('opens the editor of the strategy that the address names', async () => {
    await open('/custom/strategy?strategy=s1');
    expect(await screen.findByRole('heading', { name: 'RSI dip' })).toBeTruthy();
  });
});

describe('the known strategies to begin with', () => {
  it.each([
    ['what it came to', '2025-02-26T00:00:00.000Z', /^Entered \d/],
    ['how many bars it lacks', null, 'Not judged yet: it reads 340 bars of 15m, and fewer are stored.'],
  ])('each tells %s', async (_what, knownSince, told) => {
    server.answers(tryStrategy, toldTrial({ rules: toldTrial().rules.map((rule) => ({ ...rule, knownSince })) }));
    await open('/custom/strategy/new');
    await waitFor(() => expect(screen.getAllByText(told)).toHaveLength(6));
  });
});

describe('the editor of rules', () => {
  it('tries the draft, and shows figures, doubts, and each trigger with its fate', async () => {
    await open();
    const table = await screen.findByRole('group', { name: 'Every trigger' });
    const rows = within(table).getAllByRole('row');
    expect(rows[1]?.textContent).toMatch(/pause, 6 min left/);
    expect(rows[2]?.textContent).toMatch(/Take profit\+1\.840\.22/);
    expect(screen.getByText(/Too few cycles have ended/)).toBeTruthy();
    expect(screen.getByText('1 not entered: pause 1')).toBeTruthy();
    expect(screen.getByText(/340 bars of 15m of history needed/)).toBeTruthy();
    expect(server.bodiesOf(tryStrategy)[0]).toMatchObject({
      symbol: 'ETHUSDT',
      days: 90,
      params: { timeframe: '15m' },
    });
  });

  it('shows the truth of each condition at the newest bar, and of the bar whose trigger is picked', async () => {
    const { user } = await open();
    expect(await screen.findByText('– → 44.71')).toBeTruthy();
    const table = await screen.findByRole('group', { name: 'Every trigger' });
    const entered = within(table).getAllByRole('row')[2];
    expect(entered?.textContent).toContain('12:15');
    if (entered) await user.click(entered);
    expect(await screen.findAllByText('27.80 → 31.00')).toHaveLength(2); // In the tree and on the card of the bar.
    expect(screen.getByText(/Bar at 26 May 12:15 UTC · Take profit/)).toBeTruthy();
  });

  it('saves what was changed with the version that it builds on, and undo takes it back', async () => {
    server.answers(saveStrategy, { ...saved({ version: 4 }), warnings: [] });
    const { user } = await open();
    const field = await screen.findByLabelText('Take profit');
    fireEvent.change(field, { target: { value: '3.5' } });
    await user.click(await saveButton(4));
    await waitFor(() => expect(server.bodiesOf(saveStrategy)).toHaveLength(1));
    const [body] = server.bodiesOf(saveStrategy);
    expect(body).toMatchObject({ strategyId: 's1', baseVersion: 3, name: 'RSI dip', symbol: 'ETHUSDT' });
    expect(paramsOf(body)).toMatchObject({ buy: { takeProfitPercent: '3.5', enter: PARAMS.buy?.enter }, sell: null });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Take profit')).value).toBe('2');
  });

  it('says which field does not fit, keeps the save button off, and waits with the test', async () => {
    await open();
    fireEvent.change(await screen.findByLabelText('Leverage'), { target: { value: '900' } });
    expect(await screen.findByText('Enter a value that is allowed here.')).toBeTruthy();
    const button = await saveButton(4);
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(reason).toBe('A field does not fit yet. The first one: leverage.');
  });

  it('trades the other direction too, by a rule of its own', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Trade short too' }));
    expect(screen.getByRole('heading', { name: 'Open short' })).toBeTruthy();
    await waitFor(() => expect(server.bodiesOf(tryStrategy).length).toBeGreaterThan(1));
    expect(paramsOf(server.bodiesOf(tryStrategy).at(-1))).toMatchObject({
      sell: { exit: null, takeProfitPercent: '2' },
    });
  });

  it('tells a refused test in words, and the draft stays', async () => {
    server.refuses(tryStrategy, 'CANDLES_MISSING');
    await open();
    expect(await screen.findByText(/^No candles of this symbol are stored\./)).toBeTruthy();
    expect(await screen.findByLabelText('Take profit')).toBeTruthy();
  });

  it('begins a new strategy with a known one, which undo takes back', async () => {
    const { user } = await open('/custom/strategy/new');
    await user.click(await screen.findByRole('button', { name: 'Use MACD cross' }));
    expect(await screen.findByRole('heading', { name: 'MACD cross', level: 1 })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('heading', { name: 'New strategy', level: 1 })).toBeTruthy();
  });

  it('has no accessibility finding', async () => {
    const { container } = await open();
    await screen.findByRole('group', { name: 'Every trigger' });
    expect(await domFindings(container)).toEqual([]);
  });
});

describe('the strategy as text', () => {
  async function openText() {
    const opened = await open();
    await screen.findByLabelText('Take profit');
    await act(async () => fireEvent.click(screen.getByLabelText('Text')));
    const area = await screen.findByLabelText<HTMLTextAreaElement>('The strategy as JSON');
    const type = (text: string) => fireEvent.change(area, { target: { value: text } });
    return { ...opened, area, type };
  }

  it('is what the API takes, and what is typed changes the tree', async () => {
    const { area, type } = await openText();
    const given = JSON.parse(area.value);
    expect(given.buy.take_profit_percent).toBe('2');
    type(JSON.stringify({ ...given, leverage: 7 }));
    fireEvent.click(screen.getByLabelText('Tree'));
    expect((await screen.findByLabelText<HTMLInputElement>('Leverage')).value).toBe('7');
  });

  it('tells where it stops being JSON, and cannot be saved then', async () => {
    const { type } = await openText();
    type('{\n  "timeframe": "15m",\n  leverage: 3\n}');
    expect(await screen.findByText('Line 3, column 3: the text is not JSON from here on.')).toBeTruthy();
    expect((await saveButton(4)).getAttribute('aria-disabled')).toBe('true');
  });

  it('tells the line and column of a field that does not fit', async () => {
    const { area, type } = await openText();
    const given = JSON.parse(area.value);
    given.buy.enter.a.ind = 'rsj';
    type(JSON.stringify(given, null, 2));
    const line =
      JSON.stringify(given, null, 2)
        .split('\n')
        .findIndex((text) => text.includes('rsj')) + 1;
    expect(
      await screen.findByText(new RegExp(`^Line ${line}, column 16: buy.enter.a.ind – must be one of sma`)),
    ).toBeTruthy();
  });
});
