import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draw, englishText } from '../../../../../tests/support/draw.tsx';
import type { TestCycle } from '../report-queries.ts';
import { testCycleColumns } from './cycle-columns.tsx';

/** Of a cycle the two cells read nothing else. */
const cycle = { symbol: 'ETHUSDT', avgEntryPrice: '2500.12571429', avgExitPrice: '2525.10000000' } as TestCycle;

function shown(decimals: ReadonlyMap<string, number>): readonly (string | null)[] {
  const columns = testCycleColumns(englishText, decimals);
  const cells = columns.filter(({ id }) => id === 'average' || id === 'exit').map(({ cell }) => cell(cycle));
  const { container, unmount } = draw(
    <>
      <p>{cells[0]}</p>
      <p>{cells[1]}</p>
    </>,
  );
  const texts = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  if (decimals.size > 0) expect(screen.getByTitle('2,500.12571429').textContent).toBe('2,500.13');
  unmount();
  return texts;
}

it('prices of a simulated cycle have the decimals of its contract, and all of them where nobody lists it', () => {
  expect(shown(new Map([['ETHUSDT', 2]]))).toEqual(['2,500.13', '2,525.10']);
  expect(shown(new Map())).toEqual(['2,500.12571429', '2,525.10000000']);
});
