import { afterEach, describe, expect, it, vi } from 'vitest';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { AskedTest } from '#storage/tests/asked-test.ts';
import { TEST_COSTS } from '../../../tests/support/test-costs.ts';
import { prepareTest } from './prepare-test.ts';

const { kind } = paperLadder;
const BOUNDS = { pointsMax: 5_000, axisValuesMax: 1_000 };

const range = (path: string) => ({ path, range: { from: '1', to: '10.99', step: '0.01' } });
const AXES = [
  'step_percent',
  'take_profit_percent',
  'stop_loss_percent',
  'step_scale',
  'amount_scale',
  'trailing_percent',
  'leverage',
  'base_order_size',
].map(range);

const asked = (of: Partial<AskedTest>): AskedTest => ({
  kind,
  params: ladderParams.parse({ baseOrderSize: '100' }),
  symbols: ['BTCUSDT'],
  from: instantOf(0),
  to: instantOf(10_000 * MINUTE_MS),
  wallet: 'each',
  walletUsdt: '10000',
  costs: TEST_COSTS,
  fillPath: 'pessimistic',
  axes: AXES,
  sample: null,
  outOfSamplePercent: null,
  walkForward: null,
  ...of,
});

afterEach(() => vi.restoreAllMocks());

describe('a test whose grid is too large', () => {
  it.each([
    ['without a sample', { sample: null }, 'GRID_TOO_LARGE', { points: `1${'0'.repeat(24)}`, pointsMax: 5_000 }],
    [
      'with a sample of so many values',
      { sample: { size: 10, seed: 1 } },
      'GRID_REFUSED',
      { values: 8_000, valuesMax: 2_000 },
    ],
    [
      'with a sample of more combinations than can be numbered',
      {
        axes: AXES.map(({ path }) => ({ path, range: { from: '1', to: '3.49', step: '0.01' } })),
        sample: { size: 10, seed: 1 },
      },
      'GRID_REFUSED',
      { combinationsMax: Number.MAX_SAFE_INTEGER },
    ],
  ])('%s is refused with its size before any of its values is read', (_what, of, code, figures) => {
    const reads = vi.spyOn(familyOf(kind).params, 'safeParse');
    expect(prepareTest(asked(of), BOUNDS)).toMatchObject({ ok: false, reasons: [{ code, path: ['axes'], figures }] });
    expect(reads).not.toHaveBeenCalled();
  });

  it('a grid axis is counted by its different values', () => {
    const axes = [{ path: 'leverage', values: ['1', 1, '1.0', 2, 3] }];
    expect(prepareTest(asked({ axes }), { ...BOUNDS, pointsMax: 3 })).toMatchObject({
      ok: true,
      value: { combinations: 3 },
    });
    expect(prepareTest(asked({ axes }), { ...BOUNDS, pointsMax: 2 })).toMatchObject({ ok: false });
  });
});
