import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TextProvider, wholeText } from '#web/i18n/text.tsx';
import { barNames, ChartLegend } from './chart-legend.tsx';
import { barReading, makeReadings } from './reading.ts';

describe('the legend of a chart', () => {
  it('the legend names every series with its value at the crosshair and follows it', async () => {
    const text = await wholeText('en');
    const readings = makeReadings();
    const bar = { time: Date.UTC(2025, 4, 25, 14, 5), open: 1, high: 3, low: 0.5, close: 2 };
    render(
      <TextProvider initial={text}>
        <ChartLegend readings={readings} names={barNames(text)} />
      </TextProvider>,
    );
    expect(screen.queryByText('25 May 14:05')).toBeNull();
    act(() => readings.tell(barReading(bar, 2)));
    const line = screen.getByText('25 May 14:05').parentElement;
    expect(line?.textContent).toBe('25 May 14:05O 1.00H 3.00L 0.50C 2.00');
    act(() => readings.tell(barReading({ ...bar, close: 2.5 }, 2)));
    expect(line?.textContent).toContain('C 2.50');
  });
});
