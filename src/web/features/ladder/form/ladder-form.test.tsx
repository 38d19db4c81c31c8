import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { instrumentOf } from '#web/api/market/instrument.ts';
import { TextProvider, textWith, wholeText } from '#web/i18n/text.tsx';
import { exampleAsset } from '../../../../../tests/support/example-asset.ts';
import { LadderCapital, LadderSummary } from '../picture/ladder-summary.tsx';
import { LadderTable } from '../picture/ladder-table.tsx';
import { UndoButtons } from '../picture/undo-buttons.tsx';
import { draftOf, type LadderDraft } from './ladder-draft.ts';
import { useLadderEditor } from './ladder-editor.ts';
import { LadderForm } from './ladder-form.tsx';

const example = ladderParams.parse({
  baseOrderSize: '200',
  safetyOrderSize: '200',
  safetyOrdersCount: 4,
  stepPercent: '1',
  stepScale: '1.5',
  volumeScale: '1.5',
  takeProfitPercent: '1',
  stopLossPercent: '10',
  leverage: 10,
});

function Editor({ saved, lastPrice }: { saved: LadderDraft; lastPrice: string | null }) {
  const priced = { instrument: instrumentOf(exampleAsset), lastPrice };
  const instruments = new Map([['ETHUSDT', priced]]);
  const editor = useLadderEditor({ saved, start: saved, instruments, fallback: priced });
  return (
    <>
      <UndoButtons editor={editor} />
      <LadderForm editor={editor} symbols={['ETHUSDT']} />
      {editor.sides.map((side) => (
        <LadderTable key={side.direction} editor={editor} side={side} reach={null} />
      ))}
      <LadderSummary editor={editor} />
      <LadderCapital editor={editor} />
    </>
  );
}

async function show(params = example, lastPrice: string | null = exampleAsset.lastPrice) {
  const text = await wholeText('en');
  const saved = draftOf({ name: 'Example', comment: '', symbol: 'ETHUSDT', params });
  render(
    <MantineProvider env="test">
      <TextProvider initial={text}>
        <Editor saved={saved} lastPrice={lastPrice} />
      </TextProvider>
    </MantineProvider>,
  );
}

const cells = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const type = (label: string, text: string) => {
  const input = screen.getByLabelText(label);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  return input;
};
const chooseAverage = () => {
  const inputs = screen.getAllByRole('combobox', { name: 'Measured from' });
  fireEvent.change(inputs[1] ?? fail(), { target: { value: 'average' } });
};
const fail = (): never => {
  throw new Error('the field is on the page');
};

// A part of the form whose words come later would hold back what an act draws, on a busy machine over several tests.
beforeAll(() => textWith('rules', 'en'));

describe('the ladder editor', () => {
  afterEach(cleanup);

  it('the editor draws worked example 1 to the cent', async () => {
    await show();
    expect(cells('Base').slice(1, -1)).toEqual([
      '2,000.00',
      '0.100',
      '200.00',
      '200.00',
      '2,000.00',
      '2,021.41',
      '+1.07',
      '20.00',
      '1,807.23',
      '9.64',
      '1,800.00',
    ]);
    expect(cells('Step 4').slice(0, -1)).toEqual([
      '8.13',
      '1,837.50',
      '0.367',
      '674.36',
      '1,822.27',
      '1,904.15',
      '1,924.03',
      '+4.71',
      '182.23',
      '1,720.62',
      '6.36',
      '1,800.00',
    ]);
    expect(screen.getByText('Margin for the full ladder').nextSibling?.textContent).toBe('182.23 USDT');
    expect(screen.getByText('Result at take profit, full ladder').nextSibling?.textContent).toBe('+18.23 USDT');
    expect(screen.getByText('Result at stop-loss, full ladder').nextSibling?.textContent).toBe('−100.96 USDT');
  });

  it.each([
    ['a stop-loss inside the ladder', { slBasis: 'base', stopLossPercent: '5' }, ['–', '–']],
    ['a stop-loss from the average before the next step', { slBasis: 'average', stopLossPercent: '5' }, ['–', '–']],
    ['a liquidation inside the ladder', { leverage: 25 }, ['–', '–']],
    ['a liquidation before the stop-loss', { stopLossPercent: '20', leverage: 7 }, ['+18.23 USDT', '–']],
  ] as const)('%s leaves no result of the full ladder that never comes', async (_, changes, shown) => {
    await show(ladderParams.parse({ ...example, ...changes }));
    const results = ['Result at take profit, full ladder', 'Result at stop-loss, full ladder'];
    expect(results.map((label) => screen.getByText(label).nextSibling?.textContent)).toEqual(shown);
  });

  it('the ladder is recomputed while the user types', async () => {
    await show();
    type('Steps', '3');
    expect(screen.queryByRole('row', { name: /^Step 4/ })).toBeNull();
    type('Take profit', '2');
    expect(cells('Base')[6]).not.toBe('2,021.41');
  });

  it('what was typed into a field is undone at once, field by field, and made again', async () => {
    await show();
    const step = () => screen.getByLabelText<HTMLInputElement>('First step').value;
    const size = () => screen.getByLabelText<HTMLInputElement>('Base order').value;
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true);
    type('First step', '1.');
    type('First step', '1.5');
    type('Base order', '300');
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    expect([step(), size()]).toEqual(['1.5', '200']);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect([step(), size()]).toEqual(['1', '200']);
    fireEvent.keyDown(window, { key: 'Z', ctrlKey: true, shiftKey: true });
    fireEvent.click(screen.getByRole('button', { name: 'Redo' }));
    expect([step(), size()]).toEqual(['1.5', '300']);
  });

  it('the summary says in one sentence how many fields need a valid value', async () => {
    await show();
    type('First step', '99');
    type('Leverage', '900');
    expect(screen.getByText('2 fields need a valid value.')).toBeDefined();
  });

  it('a liquidation beyond a move of 100 % is not shown', async () => {
    await show(ladderParams.parse({ ...example, direction: 'sell', marginType: 'cross' }));
    expect(cells('Base').slice(-4, -2)).toEqual(['–', '> 100']);
  });

  it('an invalid field keeps the last table and is reported only after it is left', async () => {
    await show();
    const input = type('First step', '');
    expect(screen.queryByText(/Enter a number from 0.05/)).toBeNull();
    fireEvent.blur(input);
    expect(screen.getByText(/Enter a number from 0.05 to 50/)).toBeDefined();
    expect(cells('Step 4')[0]).toBe('8.13');
    type('First step', '1');
    expect(screen.queryByText(/Enter a number from 0.05/)).toBeNull();
  });

  it('a step that would never fill is named, and one button fixes it', async () => {
    await show();
    type('Stop-loss', '5');
    chooseAverage();
    expect(cells('Step 3').at(-2)).toBe('1,848.33');
    expect(cells('Step 1').at(-2)).toBe('1,890.46');
    expect(
      screen.getAllByText(/Step 4 would never fill: after step 3, the stop-loss at 1,848.33/).length,
    ).toBeGreaterThan(0);
    expect(screen.getByText(/This version cannot be saved yet: 1 error/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Measure from base, 10 %' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Use 5.56 %' }));
    expect(screen.queryByText(/would never fill/)).toBeNull();
    expect(screen.queryByText(/cannot be saved/)).toBeNull();
  });

  it('the fields of a limit order are there only for a limit order', async () => {
    await show();
    expect(screen.queryByLabelText('Offset')).toBeNull();
    cleanup();
    await show(ladderParams.parse({ ...example, baseOrderType: 'limit' }));
    expect(screen.getByLabelText('Offset')).toBeDefined();
    expect(screen.getByLabelText('Cancel after')).toBeDefined();
  });

  it('a field that may be empty says what that means, and one that may not asks for a number', async () => {
    await show();
    expect(screen.getByLabelText('Stop-loss').getAttribute('placeholder')).toBe('off');
    fireEvent.blur(type('Stop-loss', ''));
    expect(screen.queryByText(/Enter a number/)).toBeNull();
    expect(screen.getByText('Result at stop-loss, full ladder').nextSibling?.textContent).toMatch(/^–/);
    fireEvent.blur(type('Leverage', ''));
    expect(screen.getByText(/^Enter a whole number from 1 to/)).toBeDefined();
  });

  it('a ladder of both directions has a table for each, and its margin is that of both', async () => {
    await show(ladderParams.parse({ ...example, direction: 'both' }));
    expect(screen.getAllByRole('row', { name: /^Base/ })).toHaveLength(2);
    const margins = screen
      .getAllByRole('row', { name: /^Step 4/ })
      .map((row) => Number(within(row).getAllByRole('cell')[8]?.textContent));
    const total = Number(screen.getByText('Margin for the full ladder').nextSibling?.textContent?.replace(' USDT', ''));
    expect(total).toBeCloseTo(
      margins.reduce((sum, margin) => sum + margin, 0),
      1,
    );
  });

  it.each([
    ['First step', '0.001', 'Enter a number from 0.05 to 50'],
    ['Steps', '1.5', 'Enter a whole number from'],
    ['Leverage', '126', 'Enter a whole number from 1 to 125'],
    ['Preview at', '0', 'Enter a multiple of 0.01.'],
  ])('the field %s with %s is told as: %s', async (label, text, sentence) => {
    await show();
    fireEvent.blur(type(label, text));
    expect(screen.getByText(new RegExp(`^${sentence.replaceAll('.', '\\.')}`))).toBeDefined();
  });

  it('without a price nothing is said about a ladder until one is entered', async () => {
    await show(example, null);
    expect(screen.getByText('ETHUSDT has no price yet.')).toBeDefined();
    expect(screen.queryByText('This ladder can run.')).toBeNull();
    fireEvent.blur(type('Preview at', '2000'));
    expect(screen.queryByText('ETHUSDT has no price yet.')).toBeNull();
    expect(cells('Base')[1]).toBe('2,000.00');
  });

  it('a preview at another price moves every step, and changes nothing that is saved', async () => {
    await show();
    fireEvent.blur(type('Preview at', '1000'));
    expect(cells('Base')[1]).toBe('1,000.00');
    expect(cells('Step 1')[1]).toBe('990.00');
    expect(screen.getByLabelText<HTMLInputElement>('First step').value).toBe('1');
  });
});
