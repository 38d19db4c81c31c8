import { fireEvent, act as reactAct, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import { instrumentOf } from '#web/api/market/instrument.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { draw, englishText } from '../../../../../tests/support/draw.tsx';
import { exampleAsset } from '../../../../../tests/support/example-asset.ts';
import { TWO_STEPS } from '../../../../../tests/support/told-rows.ts';
import { draftOf, type LadderDraft } from '../form/ladder-draft.ts';
import { useLadderEditor } from '../form/ladder-editor.ts';
import { LadderCard } from './ladder-card.tsx';
import { type LadderDrag, useLadderDrag } from './ladder-drag.ts';
import { ladderLines } from './ladder-lines.ts';
import { UndoButtons } from './undo-buttons.tsx';

const priced = { instrument: instrumentOf(exampleAsset), lastPrice: exampleAsset.lastPrice };
const instruments = new Map([['ETHUSDT', priced]]);

/** What a chart would be given, and the draft as it stands. */
let held: { readonly drag: LadderDrag; readonly draft: LadderDraft; readonly prices: Readonly<Record<string, number>> };

function Editor({ saved }: { readonly saved: LadderDraft }) {
  const editor = useLadderEditor({ saved, start: saved, instruments, fallback: priced });
  const [side] = editor.sides;
  if (side === undefined) throw new Error('the ladder of a test can be drawn');
  const lines = ladderLines(editor.check, side, editor.instrument, englishText);
  const drag = useLadderDrag(editor, side, lines);
  held = { drag, draft: editor.draft, prices: Object.fromEntries(lines.map(({ id, price }) => [id, price])) };
  return (
    <>
      <UndoButtons editor={editor} />
      <p>{drag.held}</p>
      <LadderCard editor={editor} reachOf={() => null} />
    </>
  );
}

/** Worked from a last price of 2,000.00: steps at 1,980 and 1,960, with the stop-loss measured from the base. */
function open(change: Partial<LadderParamsInput> = {}) {
  const params = ladderParams.parse({ ...TWO_STEPS, slBasis: 'base', ...change } as LadderParamsInput);
  draw(<Editor saved={draftOf({ name: 'Example', comment: '', symbol: 'ETHUSDT', params })} />);
  return userEvent.setup();
}

const rows = () =>
  Array.from(document.querySelectorAll('tbody tr'), (row) => row.querySelectorAll('td')[1]?.textContent ?? '');
const segment = (name: string) => screen.getByRole('radio', { name });
const drop = (id: string, price: number) =>
  reactAct(() => {
    held.drag.onMove(id, price);
    held.drag.onDrop();
  });
const undo = () => fireEvent.click(screen.getByRole('button', { name: 'Undo' }));

describe('dragging the lines of a ladder', () => {
  it('every step and both exits can be moved, the base and the liquidation cannot', () => {
    open();
    expect([...held.drag.ids].sort()).toEqual(['step-1', 'step-2', 'stop', 'tp']);
  });

  it('the first step sets the first distance, and the others follow', () => {
    open();
    drop('step-1', 1_970);
    expect(held.draft.stepPercent).toBe('1.5');
    expect(rows()).toEqual(['2,000.00', '1,970.00', '1,940.00']);
  });

  it('a further step sets the scale, and the first one stays', () => {
    open();
    drop('step-2', 1_940);
    expect([held.draft.stepPercent, held.draft.stepScale]).toEqual(['1', '2']);
    expect(rows()).toEqual(['2,000.00', '1,980.00', '1,940.00']);
  });

  it('the stop-loss is dragged to a percentage, which is the one that is shown', () => {
    open();
    drop('stop', 1_700);
    expect(held.draft.stopLossPercent).toBe('15');
    expect(held.prices['stop']).toBe(1_700);
  });

  it('the take profit is dragged to a percentage, and its line comes to lie there', () => {
    open();
    drop('tp', 2_050);
    expect(Math.abs((held.prices['tp'] ?? 0) - 2_050)).toBeLessThan(0.5); // The percentage has two decimals.
  });

  it('a line stops at the bounds of its field instead of leaving them', () => {
    open();
    drop('step-1', 3_000);
    expect(held.draft.stepPercent).toBe('0.05');
    drop('step-1', 10);
    expect(held.draft.stepPercent).toBe('50');
  });

  it('one drag is undone at once, however many movements it had', () => {
    open();
    reactAct(() => {
      for (const price of [1_975, 1_972, 1_970]) held.drag.onMove('step-1', price);
      held.drag.onDrop();
    });
    drop('stop', 1_700);
    undo();
    expect([held.draft.stepPercent, held.draft.stopLossPercent]).toEqual(['1.5', '10']);
    undo();
    expect(held.draft.stepPercent).toBe('1');
  });

  it('a held line tells what it means now', () => {
    open();
    reactAct(() => held.drag.onHold('step-1'));
    expect(screen.getByText(/^Step 1: /).textContent).toContain('1,980.00');
    drop('step-1', 1_970);
    expect(screen.getByText(/^Step 1: /).textContent).toContain('1,970.00');
    reactAct(() => held.drag.onHold('stop'));
    expect(screen.getByText(/^Stop-loss: 10 % · 1,800\.00 · net result −/)).toBeTruthy();
    reactAct(() => held.drag.onHold(null));
    expect(screen.queryByText(/^Stop-loss: /)).toBeNull();
  });

  it('of a short ladder the steps lie above, and are dragged there', () => {
    open({ direction: 'sell' });
    drop('step-1', 2_030);
    expect(held.draft.stepPercent).toBe('1.5');
    expect(rows()).toEqual(['2,000.00', '2,030.00', '2,060.00']);
  });
});

describe('a ladder row by row', () => {
  const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

  it('begins with the steps that the scales gave', () => {
    open();
    const before = rows();
    fireEvent.click(segment('Row by row'));
    expect(rows()).toEqual(before);
    expect(held.draft.customLevels?.map(({ deviationPercent }) => deviationPercent)).toEqual(['1', '2']);
  });

  it('a cell moves its step alone, and is undone alone', () => {
    open();
    fireEvent.click(segment('Row by row'));
    fireEvent.change(cell('Step 2, Distance, %'), { target: { value: '3' } });
    fireEvent.blur(cell('Step 2, Distance, %'));
    fireEvent.change(cell('Step 1, Size'), { target: { value: '150' } });
    expect(rows()).toEqual(['2,000.00', '1,980.00', '1,940.00']);
    undo();
    expect(held.draft.customLevels?.[0]?.size).not.toBe('150');
    expect(held.draft.customLevels?.[1]?.deviationPercent).toBe('3');
  });

  it('a refused cell is named below the table with what it takes', () => {
    open();
    fireEvent.click(segment('Row by row'));
    fireEvent.change(cell('Step 2, Distance, %'), { target: { value: '1,5' } });
    fireEvent.change(cell('Step 1, Size'), { target: { value: '0' } });
    expect(Array.from(screen.getByRole('status').children, (line) => line.textContent)).toEqual([
      'Step 1, Size: Enter a number from 0.00000001 to 10,000,000\u00a0USDT, such as 1.5.',
      'Step 2, Distance, %: This is not clearly one number. Write it like 1,234.5.',
    ]);
    expect(cell('Step 1, Size').getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(cell('Step 2, Distance, %'), { target: { value: '3' } });
    fireEvent.change(cell('Step 1, Size'), { target: { value: '150' } });
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('a step is added one percent deeper with the size of the last, and the last is removed', () => {
    open();
    fireEvent.click(segment('Row by row'));
    fireEvent.click(screen.getByRole('button', { name: 'Add a step' }));
    expect(held.draft.customLevels?.at(-1)).toEqual({ ...held.draft.customLevels?.[1], deviationPercent: '3' });
    const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove the last step' });
    for (let left = 3; left > 0; left -= 1) fireEvent.click(remove);
    expect(held.draft.customLevels).toEqual([]);
    expect(remove.disabled).toBe(true);
  });

  it('a step that is dragged stays between its neighbours', () => {
    open();
    fireEvent.click(segment('Row by row'));
    drop('step-1', 1_900);
    expect(held.draft.customLevels?.map(({ deviationPercent }) => deviationPercent)).toEqual(['1.999', '2']);
    drop('step-2', 2_500);
    expect(held.draft.customLevels?.[1]?.deviationPercent).toBe('2');
  });

  it('goes back to the scales, which have been kept', () => {
    open();
    fireEvent.click(segment('Row by row'));
    fireEvent.change(cell('Step 2, Distance, %'), { target: { value: '3' } });
    fireEvent.click(segment('By scale'));
    expect(rows()).toEqual(['2,000.00', '1,980.00', '1,960.00']);
    expect(screen.queryByRole('button', { name: 'Add a step' })).toBeNull();
  });
});

describe('the presets of a ladder', () => {
  it.each([
    ['Careful', { leverage: '3', safetyOrdersCount: '6', stopLossPercent: '20' }],
    ['Balanced', { leverage: '5', safetyOrdersCount: '5', stopLossPercent: '12' }],
    ['Bold', { leverage: '10', safetyOrdersCount: '4', stopLossPercent: '7' }],
  ])('%s sets its shape, leaves the size alone and is marked until something else is changed', (name, shape) => {
    open();
    expect((segment('Custom') as HTMLInputElement).checked).toBe(true);
    fireEvent.click(segment(name));
    expect(held.draft).toMatchObject({ ...shape, baseOrderSize: '200', symbol: 'ETHUSDT' });
    expect((segment(name) as HTMLInputElement).checked).toBe(true);
    drop('stop', 1_950);
    expect((segment('Custom') as HTMLInputElement).checked).toBe(true);
  });
});

it('the ladder card names the price, tick and fees that it counts with, and the wallet only where it matters', () => {
  open();
  expect(screen.getByText('price 2,000.00, tick 0.01, taker 0.05 %, maker 0.02 %')).toBeTruthy();
  open({ marginType: 'cross' });
  expect(screen.getByText(/maker 0\.02 %, wallet of [\d,]+ USDT$/)).toBeTruthy();
});

it('axe finds nothing grave in the ladder card, by scale and row by row', async () => {
  open({ direction: 'both' });
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Long', 'Short']);
  fireEvent.click(segment('Row by row'));
  expect(within(document.body).getAllByRole('table')).toHaveLength(2);
  expect(await domFindings()).toEqual([]);
});
