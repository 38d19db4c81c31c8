import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { draw, russianText } from '../../../../tests/support/draw.tsx';
import { Duration } from './age.tsx';
import { Money } from './money.tsx';
import { Pct } from './pct.tsx';
import { Price } from './price.tsx';
import { SideMark } from './side-mark.tsx';
import { UnprotectedMark } from './unprotected-mark.tsx';

const first = (container: HTMLElement) => container.querySelector<HTMLElement>('span') as HTMLElement;

describe('a percentage', () => {
  it.each([
    ['88.0435', '88.04'],
    ['99.10714286', '99.11'],
    ['100', '100.00'],
    ['0.005', '0.01'],
    ['-0.004', '0.00'],
  ])('%s has two decimals: %s', (value, shown) => {
    expect(first(draw(<Pct kind="plain" value={value} />).container).textContent).toBe(shown);
  });

  it('has its exact value in the tooltip where more is known than is shown, and in a copy', () => {
    const rounded = first(draw(<Pct value="4.54129" unit />).container);
    expect([rounded.textContent, rounded.title, rounded.dataset['exact']]).toEqual([
      '+4.54\u00a0%',
      '4.54129\u00a0%',
      '4.54129',
    ]);
    expect(first(draw(<Pct value="4.50" />).container).title).toBe('');
  });

  it('rounded to zero is neither gain nor loss', () => {
    const zero = first(draw(<Pct kind="result" value="-0.001" />).container);
    const loss = first(draw(<Pct kind="result" value="-0.01" />).container);
    expect(zero.textContent).toBe('0.00');
    expect(zero.className).not.toBe(loss.className);
  });
});

describe('a price', () => {
  it('is padded unseen to the longest of its column, so that points stand below each other', () => {
    const { container } = draw(<Price value="107347.4" pad={4} />);
    const pad = container.querySelector('[aria-hidden="true"]');
    expect([first(container).textContent, pad?.textContent]).toEqual(['107,347.4000', '000']);
  });

  it('without decimals is padded with its point', () => {
    const { container } = draw(<Price value="12" pad={2} />);
    expect(container.querySelector('[aria-hidden="true"]')?.textContent).toBe('.00');
  });

  it('off the tick grid shows the decimals of the tick and keeps its exact value', () => {
    const average = first(draw(<Price value="2613.904761" decimals={2} />).container);
    expect(average.firstChild?.textContent).toBe('2,613.90');
    expect([average.title, average.dataset['exact']]).toEqual(['2,613.904761', '2613.904761']);
  });
});

describe('money', () => {
  it('that is already rounded keeps its exact value for a copy', () => {
    const shown = first(draw(<Money value="-18.61" exact="-18.60985038" />).container);
    expect([shown.textContent, shown.title, shown.dataset['exact']]).toEqual([
      '\u221218.61',
      '\u221218.60985038',
      '-18.60985038',
    ]);
  });
});

describe('marks of a position', () => {
  it.each([
    ['by_design', 'unprotected by design', 'the bot sets no stop-loss'],
    ['missing', 'unprotected, stop-loss missing', 'the bot wants a stop-loss and none rests'],
  ] as const)(
    'an unprotected position (%s) has words, or an icon with the same name and the reason',
    (protection, name, reason) => {
      const why = `${reason}, so only liquidation would end the loss`;
      draw(<UnprotectedMark protection={protection} />);
      expect(screen.getByTitle(why).textContent).toContain(name);
      draw(<UnprotectedMark protection={protection} look="icon" />);
      expect(screen.getByRole('img', { name }).title).toBe(`${name}: ${why}`);
    },
  );

  it.each(['flat', 'protected'] as const)('a position that is %s has no mark of protection', (protection) => {
    const { container } = draw(<UnprotectedMark protection={protection} />);
    expect(container.querySelector('span')).toBeNull();
  });

  it.each([
    ['buy', 'long', 'лонг'],
    ['sell', 'short', 'шорт'],
    ['both', 'both', 'оба'],
  ] as const)('%s is an arrow and a word in both languages', (direction, english, russian) => {
    const marks = [draw(<SideMark direction={direction} />), draw(<SideMark direction={direction} />, russianText)];
    expect(marks.map(({ container }) => first(container).textContent)).toEqual([english, russian]);
    expect(
      first(marks[0]?.container as HTMLElement)
        .querySelector('svg')
        ?.getAttribute('aria-hidden'),
    ).toBe('true');
  });
});

it.each([
  [12_000, '12 s'],
  [35 * 60_000, '35 min'],
  [57_060_000, '15 h 51 m'],
  [7 * 86_400_000 + 3_600_000, '7 d 01 h'],
  [null, '–'],
])('%s ms are told as %s', (ms, words) => {
  expect(first(draw(<Duration ms={ms} />).container).textContent?.replaceAll('\u00a0', ' ')).toBe(words);
});
