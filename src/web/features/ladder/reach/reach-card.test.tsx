import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getLadderReach, getPriceMoveHistogram } from '#contract/market/price-moves.ts';
import { getCandles } from '#contract/market.ts';
import { getStrategies, getStrategy } from '#contract/strategy.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../../tests/support/example-asset.ts';
import { toldMoves, toldReach } from '../../../../../tests/support/told-moves.ts';
import { savedStrategy, TWO_STEPS } from '../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { fillFirst } from '../fill-first.ts';
import { StrategyPage } from '../strategy-page.tsx';

beforeAll(async () => void (await textWith('moves', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getAssets, { items: [exampleAsset] });
  server.keepsWaiting(getCandles);
  server.answers(getPriceMoveHistogram, toldMoves());
  server.answers(getLadderReach, toldReach());
});
afterEach(() => vi.unstubAllGlobals());

/** The editor of a ladder with steps at 1 and 2 %, ten times leveraged; resolves once the card is there. */
async function open(params: Partial<typeof TWO_STEPS> = {}) {
  const strategy = savedStrategy({ params: { ...TWO_STEPS, ...params } });
  server.answers(getStrategy, strategy);
  server.answers(getStrategies, { items: [strategy] });
  await openPage(<StrategyPage />, { at: '/dca/strategy/s1', path: '/dca/strategy/{-$id}', kind: 'dca-bot' });
  return card();
}

async function card() {
  const heading = await screen.findByRole('heading', { name: 'Does this ladder reach far enough?' });
  const found = heading.closest('section');
  if (found === null) throw new Error('the heading stands in its card');
  return found;
}

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ') ?? '';
const reachedCells = () =>
  Array.from(document.querySelectorAll('tbody td:nth-child(14)'), (cell) => plain(cell.textContent));

describe('the reach of a ladder in its editor', () => {
  it('the share of swings that stayed within it stands large, beside the same by the rebound of the last step', async () => {
    const shown = await open();
    await waitFor(() =>
      expect(plain(shown.textContent)).toContain('96.00 % of 1,000 swings in 130 days stayed within 2 %'),
    );
    expect(plain(shown.textContent)).toMatch(
      /needs a rebound of \d\.\d\d %\. Counted that way, 87\.50 % of 400 swings/,
    );
    expect(plain(shown.textContent)).toContain('As deep as step 240 swings');
  });

  it('each step is asked for with the rebound and the margin that it adds, and its share stands in the table', async () => {
    await open();
    await waitFor(() => expect(reachedCells()).toEqual(['100.00', '60.00', '12.50']));
    const [body] = server.bodiesOf(getLadderReach) as readonly { levels: readonly Record<string, string>[] }[];
    expect(body).toMatchObject({ symbol: 'ETHUSDT', direction: 'buy', reboundPercent: TWO_STEPS.takeProfitPercent });
    expect(body?.levels.map(({ deviationPercent }) => deviationPercent)).toEqual(['1', '2']);
    const [near, far] = (body?.levels ?? []).map(({ reboundPercent }) => Number(reboundPercent));
    expect(near).toBeGreaterThan(1);
    expect(far).toBeGreaterThan(near ?? 0);
  });

  it('a changed step is asked for again once it has stood for a moment', async () => {
    const shown = await open();
    await waitFor(() => expect(shown.textContent).toContain('96.0'));
    fireEvent.change(await screen.findByLabelText('First step'), { target: { value: '1.5' } });
    await waitFor(() => expect(server.bodiesOf(getLadderReach)).toHaveLength(2));
    expect(server.bodiesOf(getLadderReach)[1]).toMatchObject({ levels: [{ deviationPercent: '1.5' }, {}] });
  });

  it('a refused field leaves no empty card: the answer names what it needs', async () => {
    const shown = await open();
    await waitFor(() => expect(shown.textContent).toContain('96.0'));
    fireEvent.change(await screen.findByLabelText('First step'), { target: { value: '1.5.2' } });
    await waitFor(() => expect(shown.textContent).toContain('Correct the refused fields to see this.'));
    const bare = Array.from(document.querySelectorAll('section'), ({ textContent }) => textContent).filter(
      (text) => text === '',
    );
    expect(bare).toEqual([]);
  });

  it('a button fits the steps to 99 % of the swings: the first at the median over 1.5, the last beyond them', async () => {
    await open({ safetyOrdersCount: 4 });
    fireEvent.click(await screen.findByRole('button', { name: 'Fit to 99 % of swings' }));
    await screen.findByLabelText('First step'); // The fields are drawn after the card.
    const value = (label: string) => Number(screen.getByLabelText<HTMLInputElement>(label).value);
    expect(value('First step')).toBe(0.5);
    const depth = (scale: number) => 0.5 * (1 + scale + scale ** 2 + scale ** 3);
    expect(depth(value('Step scale'))).toBeGreaterThanOrEqual(6);
    expect(depth(value('Step scale') - 0.01)).toBeLessThan(6);
  });

  it('a ladder with too few steps to reach that far says so', async () => {
    await open({ safetyOrdersCount: 2 });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Fit to 99 % of swings' });
    expect(button.disabled).toBe(true);
    expect(screen.getByText('So few steps cannot reach that far.')).toBeTruthy();
  });

  it('the ten deepest swings are listed with their times and prices', async () => {
    const shown = await open();
    const table = await within(shown).findByRole('table', { hidden: true });
    const rows = within(table).getAllByRole('row', { hidden: true });
    expect(rows[1]?.textContent).toMatch(/^12 May.*10:009\.002,500\.00 → 2,400\.00/);
  });

  it('says that days are missing and where they can be downloaded', async () => {
    const shown = await open();
    expect(await within(shown).findByText(/Only 129\.5 of 180 days are stored/)).toBeTruthy();
    expect(within(shown).getByRole('link', { name: 'Download more' }).getAttribute('href')).toBe('/market/ETHUSDT');
  });

  it('and the candles are asked for before the editor is drawn exactly as it asks for them itself', async () => {
    const names = ['getCandles', 'getLadderReach', 'getPriceMoveHistogram'];
    const asked = () => {
      const wanted = server.requests.filter(({ name }) => names.includes(name));
      return wanted.map((request) => JSON.stringify(request)).toSorted();
    };
    const strategy = savedStrategy({ params: { ...TWO_STEPS } });
    server.answers(getStrategy, strategy);
    server.answers(getStrategies, { items: [strategy] });
    await fillFirst({ kind: 'dca-bot', id: 's1' });
    await waitFor(() => expect(asked()).toHaveLength(names.length));
    const before = asked();
    await open(); // With a cache of its own.
    await waitFor(() => expect(asked()).toEqual([...before, ...before].toSorted()));
  });

  it('says why there is no answer without candles, and asks again on request', async () => {
    server.refuses(getLadderReach, 'CANDLES_MISSING');
    server.refuses(getPriceMoveHistogram, 'CANDLES_MISSING');
    const shown = await open();
    await within(shown).findByText(/No candles of this symbol are stored/);
    await waitFor(() => expect(reachedCells()).toEqual(['100.00', '–', '–']));
    server.answers(getPriceMoveHistogram, toldMoves());
    server.answers(getLadderReach, toldReach());
    fireEvent.click(within(shown).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(shown.textContent).toContain('96.0'));
  });

  it('a ladder without a take profit waits for no rebound, and nothing is asked', async () => {
    const shown = await open({ takeProfitPercent: null, stopLossPercent: '20' });
    expect(within(shown).getByText('Without a take profit there is no rebound to wait for.')).toBeTruthy();
    expect(server.bodiesOf(getLadderReach)).toEqual([]);
  });

  it('axe finds nothing grave in it', async () => {
    const shown = await open();
    await waitFor(() => expect(shown.textContent).toContain('96.0'));
    expect(await domFindings()).toEqual([]);
  });
});
