import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TextProvider, wholeText } from '#web/i18n/text.tsx';
import { LadderGauge } from './ladder-gauge.tsx';

const held = {
  direction: 'buy' as const,
  levels: ['2000.00', '1980.00', '1950.00', '1905.00', '1837.50'],
  filled: 2,
  average: '1972.68',
  mark: '1960.00',
  takeProfit: '1993.38',
  liquidation: '1782.55',
};

async function show(bar: Partial<Parameters<typeof LadderGauge>[0]>) {
  const text = await wholeText('en');
  render(
    <TextProvider initial={text}>
      <LadderGauge {...held} {...bar} />
    </TextProvider>,
  );
}

const positions = () =>
  [...screen.getByRole('img').querySelectorAll('rect')].map((rect) => Number(rect.getAttribute('x')));

describe('LadderGauge', () => {
  afterEach(cleanup);

  it('the ladder gauge describes steps, next step and liquidation in words', async () => {
    await show({});
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('2 of 4 steps, next −2.81 %, liquidation −9.05 %');
  });

  it('the ladder gauge reads "flat" without a position', async () => {
    await show({ levels: [] });
    expect(screen.getByText('flat')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('the ladder gauge has danger left and gain right for longs and shorts', async () => {
    await show({});
    const long = positions();
    expect(long).toEqual([...long].sort((a, b) => b - a));
    cleanup();
    const short = {
      levels: ['2000.00', '2020.00', '2050.00'],
      average: '2010.00',
      mark: '2015.00',
      takeProfit: '1990.00',
      liquidation: '2200.00',
    };
    await show({ direction: 'sell', ...short });
    expect(positions()).toEqual([...positions()].sort((a, b) => b - a));
  });

  it('a liquidation far away stands at the edge behind a break, so that the steps stay apart', async () => {
    await show({ liquidation: '400.00' });
    const [base = 0, , , , last = 0] = positions();
    expect(base - last).toBeGreaterThan(40);
    expect(screen.getByRole('img').querySelector('[data-break]')).not.toBeNull();
    cleanup();
    await show({});
    expect(screen.getByRole('img').querySelector('[data-break]')).toBeNull();
  });
});
