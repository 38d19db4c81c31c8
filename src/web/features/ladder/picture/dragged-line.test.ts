import { describe, expect, it } from 'vitest';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { instrumentOf } from '#web/api/market/instrument.ts';
import { exampleAsset } from '../../../../../tests/support/example-asset.ts';
import { checkLadder } from '../form/ladder-check.ts';
import { draftOf, type LadderDraft } from '../form/ladder-draft.ts';
import { draggedTo } from './dragged-line.ts';
import { pricePerUnit, stopRowOf, takeProfitOf } from './ladder-outcome.ts';

const instrument = instrumentOf(exampleAsset);

const params = {
  baseOrderSize: '200',
  safetyOrdersCount: 4,
  stepPercent: '1',
  stepScale: '1.5',
  volumeScale: '1.5',
  takeProfitPercent: '1',
  stopLossPercent: '12',
  slBasis: 'base',
  leverage: 5,
} as const;

function draftWith(patch: Partial<LadderDraft> = {}): LadderDraft {
  return { ...draftOf({ name: '', comment: '', symbol: 'ETHUSDT', params: ladderParams.parse(params) }), ...patch };
}

function judged(draft: LadderDraft) {
  const check = checkLadder(draft, instrument, '2000');
  const [side] = check.sides;
  if (side === undefined) throw new Error('The draft has no ladder.');
  return { editor: { draft, check, instrument }, side };
}

/** The draft after its line was dragged to a price. */
function drag(draft: LadderDraft, id: string, price: number) {
  const { editor, side } = judged(draft);
  return judged({ ...draft, ...draggedTo(id, price, side, editor) });
}

const priceAt = ({ side }: ReturnType<typeof judged>, level: number) =>
  pricePerUnit(instrument, side.rows[level]?.price ?? side.rows[0]?.price ?? (0 as never));

describe('dragging a line of the ladder', () => {
  it.each(['buy', 'sell'] as const)('the first step of a %s ladder goes where it is dragged', (direction) => {
    const price = direction === 'buy' ? 1_960 : 2_040;
    expect(priceAt(drag(draftWith({ direction }), 'step-1', price), 1)).toBeCloseTo(price, 1);
  });

  it.each([
    ['buy', 1_900],
    ['sell', 2_100],
  ] as const)(
    'a later step of a %s ladder by scale goes where it is dragged, and the others spread with it',
    (direction, price) => {
      const before = draftWith({ direction });
      const after = drag(before, 'step-3', price);
      expect(Math.abs(priceAt(after, 3) - price)).toBeLessThan(0.3); // The scale has four decimals.
      expect(after.editor.draft.stepPercent).toBe('1');
      expect(priceAt(after, 4)).not.toBe(priceAt(judged(before), 4));
    },
  );

  it('a step of a ladder by rows moves alone and stops at its neighbours', () => {
    const customLevels = [
      { deviationPercent: '1', size: '200' },
      { deviationPercent: '2', size: '200' },
      { deviationPercent: '3', size: '200' },
    ];
    const moved = (price: number) =>
      drag(draftWith({ customLevels }), 'step-2', price).editor.draft.customLevels?.map((row) => row.deviationPercent);
    expect(moved(1_950)).toEqual(['1', '2.5', '3']);
    expect(moved(1_800)).toEqual(['1', '2.999', '3']);
    expect(moved(2_100)).toEqual(['1', '1.001', '3']);
  });

  it.each([
    ['buy', true],
    ['buy', false],
    ['sell', true],
    ['sell', false],
  ] as const)('the take profit of a %s ladder goes where it is dragged, with fees %s', (direction, tpNetOfFees) => {
    const price = direction === 'buy' ? 2_050 : 1_950;
    const { side, editor } = drag(draftWith({ direction, tpNetOfFees }), 'tp', price);
    const [base] = side.rows;
    const at = base && editor.check.params ? takeProfitOf(base, editor.check.params) : null;
    expect(at === null ? null : Math.abs(pricePerUnit(instrument, at) - price)).toBeLessThan(0.3); // 0.01 % of 2,000.
  });

  it.each([
    ['buy', 'base', 1_700],
    ['buy', 'average', 1_650],
    ['sell', 'base', 2_300],
    ['sell', 'average', 2_350],
  ] as const)('the stop-loss of a %s ladder measured from %s goes where it is dragged', (direction, slBasis, price) => {
    const { side, editor } = drag(draftWith({ direction, slBasis }), 'stop', price);
    const stop = stopRowOf(editor.check, side).row.stopLoss;
    expect(stop === null ? null : Math.abs(pricePerUnit(instrument, stop) - price)).toBeLessThan(0.3);
  });

  it('a stop-loss inside the ladder is that of the steps that fill before it', () => {
    const { editor, side } = judged(draftWith({ stopLossPercent: '3' }));
    expect(stopRowOf(editor.check, side)).toMatchObject({ row: { level: 2 }, isLast: false });
  });

  it('a line that is dragged across the base price keeps the least distance that its field allows', () => {
    const { editor, side } = judged(draftWith());
    expect(draggedTo('step-1', 2_100, side, editor)).toEqual({ stepPercent: '0.05' });
    expect(draggedTo('tp', 1_500, side, editor)).toEqual({ takeProfitPercent: '0.01' });
    expect(draggedTo('stop', 2_500, side, editor)).toEqual({ stopLossPercent: '0.01' });
  });

  it('the base order and the liquidation are not dragged', () => {
    const { editor, side } = judged(draftWith());
    expect([draggedTo('base', 1_900, side, editor), draggedTo('liquidation', 1_500, side, editor)]).toEqual([
      null,
      null,
    ]);
  });
});
