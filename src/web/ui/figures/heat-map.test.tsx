import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { draw } from '../../../../tests/support/draw.tsx';
import { HeatMap } from './heat-map.tsx';

const values = [
  [20, 26, 31],
  [22, 24, -5],
];

function drawMap() {
  const onSelect = vi.fn();
  draw(
    <HeatMap
      label="Return over the grid"
      xTitle="Take profit, %"
      yTitle="First step, %"
      xLabels={['0.4', '0.6', '0.8']}
      yLabels={['2', '1']}
      cellAt={({ column, row }) => {
        const value = values[row]?.[column];
        if (value === undefined || value === 26) return null;
        return { value, text: String(value), words: `step ${row}, take profit ${column}: ${value} %` };
      }}
      selected={null}
      onSelect={onSelect}
      plateau={{ column: 0, row: 1 }}
      peak={{ column: 2, row: 0 }}
    />,
  );
  const cell = (words: string) => screen.getByRole('button', { name: words });
  return { onSelect, cell };
}

describe('the parameter map', () => {
  it('every computed cell shows its figure and says what it belongs to; others are empty', () => {
    const { cell } = drawMap();
    expect(cell('step 0, take profit 2: 31 %').textContent).toBe('31');
    expect(screen.getAllByRole('button')).toHaveLength(5);
    expect(screen.getByRole('table', { name: 'Return over the grid' })).toBeTruthy();
  });

  it('Tab reaches the plateau, arrow keys walk, and Enter chooses', async () => {
    const { onSelect, cell } = drawMap();
    const user = userEvent.setup();
    await user.tab();
    expect(document.activeElement).toBe(cell('step 1, take profit 0: 22 %'));
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}');
    expect(document.activeElement).toBe(cell('step 0, take profit 2: 31 %'));
    await user.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith({ column: 2, row: 0 });
  });

  it('a loss and a gain have different grounds, the farthest from zero the strongest', () => {
    const { cell } = drawMap();
    expect(cell('step 1, take profit 2: -5 %').dataset['tone']).toBe('below');
    expect(cell('step 0, take profit 2: 31 %').style.getPropertyValue('--strength')).toBe('50%');
  });

  it('the plateau is ringed and the lone peak carries its sign', () => {
    const { cell } = drawMap();
    expect(cell('step 1, take profit 0: 22 %').dataset['plateau']).toBe('true');
    expect(cell('step 0, take profit 2: 31 %').querySelector('svg')).toBeTruthy();
    expect(document.querySelectorAll('td[data-ring]')).toHaveLength(4);
  });
});
