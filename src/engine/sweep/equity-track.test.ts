import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { skipIndexOf } from '../scan/skip-index.ts';
import { newEquityTrack, observe, observeStretch } from './equity-track.ts';

const WALLET = 1_000_000_000_000;

/** The plain loop over every minute. */
function plainTrack(equities: readonly { readonly fixed: number; readonly open: number }[]) {
  let [peak, fall, fallShare, openLow] = [WALLET, 0, 0, 0];
  for (const { fixed, open } of equities) {
    peak = Math.max(peak, fixed);
    fall = Math.max(fall, peak - fixed);
    fallShare = Math.max(fallShare, (peak - fixed) / peak);
    openLow = Math.min(openLow, open);
  }
  return { peak, fall, fallShare, openLow };
}

describe('the equity track of a sweep', () => {
  it('has the same peak, deepest falls and largest open loss as a walk over every minute', () => {
    const raised = { deeper: 0, peak: 0 };
    checkProperty(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const dice = chance(seed);
        const minutes = dice.pick([17, 300, 4_200, 9_000]);
        const columns = randomColumns(dice, minutes, { volatility: dice.pick([0.0005, 0.003]) });
        const track = newEquityTrack(skipIndexOf(columns), WALLET);
        const points: { fixed: number; open: number }[] = [];
        let [from, realised] = [0, 0];
        while (from < minutes) {
          const to = Math.min(minutes, from + dice.pick([1, 2, 15, 16, 40, 300, 5_000]));
          // Long, short, flat, or both directions of which one is larger.
          const perTick = dice.pick([0, 1_000_000, -1_000_000, 50_000, -7]);
          realised += dice.between(-2_000_000_000, 2_000_000_000);
          const open = -perTick * at(columns.close, from) + (perTick === 0 ? 0 : dice.between(-5_000_000, 5_000_000));
          const line = { fixed: WALLET + realised + open, open, perTick, below: 0, above: 0 };
          const part = columns.close.subarray(from, to);
          for (const close of part) {
            points.push({ fixed: line.fixed + perTick * close, open: open + perTick * close });
          }
          const [below, above] = [Math.min(...part.subarray(1)) - 1, Math.max(...part.subarray(1)) + 1];
          const room = dice.pick([0, 3, 2 ** 20]); // Triggers lie anywhere beyond the closes.
          observe(track, line, at(columns.close, from));
          line.below = below - room;
          line.above = above + room;
          if (to > from + 1) observeStretch(track, line, from + 1, to);
          from = to;
        }
        const { peak, fall, fallShare, openLow } = track;
        expect({ peak, fall, fallShare, openLow }).toEqual(plainTrack(points));
        if (fall > 0) raised.deeper += 1;
        if (peak > WALLET) raised.peak += 1;
      }),
      300,
    );
    expect(Math.min(raised.deeper, raised.peak)).toBeGreaterThan(50);
  });
});
