import { describe, expect, it } from 'vitest';
import { series } from '../../../../tests/support/indicator-values.ts';

describe('what an atom knows of its position', () => {
  it('unrealized_percent is that of a long, of a short with the sign turned, and unknown while flat', () => {
    const bars = {
      close: Float64Array.of(110, 110, 110),
      average_price: Float64Array.of(100, 100, Number.NaN),
      position_direction: Float64Array.of(1, -1, 0),
    };
    expect([...series('unrealized_percent', {}, bars)]).toEqual([10, -10, Number.NaN]);
  });

  it.each(['bars_in_position', 'bars_since_exit', 'levels_filled'] as const)('%s is what the atom tells', (id) => {
    const told = Float64Array.of(3, Number.NaN, 0);
    expect([...series(id, {}, { [id]: told })]).toEqual([...told]);
  });
});
