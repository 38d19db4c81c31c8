import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw, russianText } from '../../../../tests/support/draw.tsx';
import { Bridge } from './bridge.tsx';
import type { BridgeParts } from './bridge-terms.ts';
import { Histogram } from './histogram.tsx';
import { Kpi, KpiBand } from './kpi.tsx';
import { ProgressGauge, ShareFigure, ShareGauge } from './share-gauge.tsx';
import { Spark } from './spark.tsx';
import { Status } from './status.tsx';

const PARTS: BridgeParts = {
  walletStart: '10000',
  transfers: '500.25',
  resultAll: '637.51000001',
  unrealized: '-178.63',
  openRealized: '0',
  openCosts: '-4.42125000',
  equity: '10954.70875001',
};

describe('the bridge from the start to the equity', () => {
  const termOf = (id: string) => document.querySelector(`[data-term="${id}"]`) as HTMLElement;

  it('names every term with its sign: start + transfers + closed + open = equity', () => {
    draw(<Bridge parts={PARTS} closedCycles={189} />);
    const lines = [...document.querySelectorAll('[data-term]')].map((term) => [
      term.querySelector('dt')?.textContent,
      term.querySelectorAll('dd')[1]?.textContent,
    ]);
    expect(lines).toEqual([
      ['Start', ' 10,000.00'],
      ['Transfers', '+ 500.25'],
      ['Closed, 189 cycles', '+ +637.51'],
      ['Open result', '+ −183.05'],
      ['Equity', '= 10,954.71'],
    ]);
  });

  it('tells what the open result is made of, and keeps the exact value of every figure for a copy', () => {
    draw(<Bridge parts={PARTS} closedCycles={189} />);
    const open = termOf('open');
    expect(open.textContent).toContain('unrealised −178.63 · realised 0.00 · costs −4.42');
    const exact = [...open.querySelectorAll('[data-exact]')].map((one) => one.getAttribute('data-exact'));
    expect(exact).toEqual(['-183.05125', '-178.63', '0', '-4.42125']);
    expect(termOf('closed').querySelector('[title]')?.getAttribute('title')).toBe('637.51000001');
  });

  it('gains and losses are told apart by more than their length, and the bars are proportional to the widest', () => {
    draw(<Bridge parts={PARTS} closedCycles={189} />);
    expect(['closed', 'open', 'equity', 'start'].map((id) => termOf(id).dataset['tone'])).toEqual([
      'gain',
      'loss',
      'equity',
      'plain',
    ]);
    const width = (id: string) => termOf(id).querySelector<HTMLElement>('[aria-hidden] > span')?.style.width;
    expect([width('equity'), width('start'), width('closed')]).toEqual(['100%', '91%', '6%']);
  });

  it('has no grave finding of axe, and is named', async () => {
    draw(<Bridge parts={PARTS} closedCycles={1} />);
    expect(document.querySelector('dl')?.getAttribute('aria-label')).toBe('How the equity came about');
    expect(await domFindings()).toEqual([]);
  });
});

describe('a sparkline', () => {
  const shapeOf = (values: readonly string[]) => {
    const { container } = draw(<Spark values={values} label="30 days" />);
    return container.querySelector('svg');
  };

  it('without two points draws nothing, but keeps its place in the column', () => {
    const { container } = draw(<Spark values={['10']} label="30 days" width={60} height={20} />);
    expect(container.querySelector('svg')).toBeNull();
    expect(container.querySelector('span')?.style.width).toBe('60px');
  });

  it.each([
    ['gain', ['1', '3', '2']],
    ['loss', ['3', '1', '2']],
    ['flat', ['2', '1', '2']],
  ])('ends with a dot in the colour of the change: %s', (tone, values) => {
    expect(shapeOf(values)?.dataset['tone']).toBe(tone);
  });

  it('has a triangle for each mark among its values, below a price that points up and above one that points down', () => {
    const mark = (at: number, way: 'up' | 'down', value: string) => ({ at, way, value, isHollow: false });
    const marks = [mark(0.5, 'up', '2'), mark(1, 'down', '9'), mark(1.2, 'up', '2'), mark(-0.1, 'up', '2')];
    const { container } = draw(<Spark values={['1', '3']} marks={marks} label="days" width={106} height={46} />);
    const drawn = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'));
    expect(drawn).toEqual(['M53.0 24.5L56.5 30.5L49.5 30.5Z', 'M103.0 9.0L106.5 3.0L99.5 3.0Z']);
  });

  it('marks zero where the values cross it, and nowhere else', () => {
    expect(shapeOf(['-1', '1'])?.querySelector('line')).toBeTruthy();
    expect(shapeOf(['1', '2'])?.querySelector('line')).toBeNull();
    expect(shapeOf(['-2', '-1'])?.querySelector('line')).toBeNull();
  });

  it('higher values are drawn higher, and equal ones in the middle', () => {
    const [first, last] = shapeOf(['1', '2'])?.querySelector('polyline')?.getAttribute('points')?.split(' ') ?? [];
    expect([first, last]).toEqual(['3.0,17.0', '69.0,3.0']);
    expect(shapeOf(['5', '5'])?.querySelector('polyline')?.getAttribute('points')).toBe('3.0,10.0 69.0,10.0');
  });
});

describe('gauges of a share', () => {
  it('one with words is a picture with a name, one beside words is hidden from screen readers', () => {
    draw(<ShareGauge percent={40} label="40 % of the month" />);
    draw(<ShareGauge percent={40} label={null} />);
    expect(screen.getAllByRole('img').map((one) => one.getAttribute('aria-label'))).toEqual(['40 % of the month']);
  });

  it('its figure is read once', () => {
    draw(<ShareFigure percent={40} label="40 % of the month" />);
    expect(screen.getByText('40 %').getAttribute('aria-hidden')).toBe('true');
  });

  it('is quiet once it is whole', () => {
    const wholeOf = (percent: number) =>
      draw(<ShareGauge percent={percent} label="stored" />).container.querySelector('[data-whole]');
    expect([wholeOf(99), wholeOf(100) === null]).toEqual([null, false]);
  });

  it('progress is told as a number between 0 and 100', () => {
    draw(<ProgressGauge percent={37} label="Loading the demo" />);
    const bar = screen.getByRole('progressbar', { name: 'Loading the demo' });
    const told = ['aria-valuemin', 'aria-valuenow', 'aria-valuemax'].map((name) => bar.getAttribute(name));
    expect(told).toEqual(['0', '37', '100']);
  });
});

describe('a histogram', () => {
  const heights = (container: HTMLElement) =>
    [...container.querySelectorAll<HTMLElement>('[style*="height"]')].map((one) => one.style.height);

  it('the largest share fills the height; a step beyond the ladder is told apart', () => {
    const gauges = [
      { from: '0', share: 10, label: '10' },
      { from: '1', share: 40, label: '40' },
      { from: '2', share: 20, label: '20', isBeyond: true },
    ];
    const { container } = draw(<Histogram gauges={gauges} />);
    expect(heights(container)).toEqual(['25%', '100%', '50%']);
    expect(container.querySelectorAll('[class*="beyond"]')).toHaveLength(1);
  });

  it('numbered steps stand on the same axis as the shares', () => {
    const gauges = ['0', '1', '2', '3'].map((from) => ({ from, share: 1, label: '' }));
    const { container } = draw(<Histogram gauges={gauges} flags={[{ label: '2', place: 1.5 }]} />);
    const flag = within(container).getByText('2', { selector: 'b' }).parentElement;
    expect(flag?.style.left).toBe('37.5%');
  });

  it('an edge is named between two shares; the first needs none, and one off the axis stands in its middle', () => {
    const gauges = [
      { from: '0', share: 1, label: '' },
      { from: '1', share: 1, label: '' },
      { from: 'never', share: 1, label: '', isApart: true },
      { from: 'x', share: 1, label: '' },
    ];
    const { container } = draw(<Histogram gauges={gauges} />);
    const edges = [...container.querySelectorAll<HTMLElement>('[class*="edges"] > span')];
    expect(edges.map((edge) => [edge.textContent, edge.style.left])).toEqual([
      ['1', '25%'],
      ['never', '62.5%'],
      ['x', '75%'],
    ]);
  });
});

describe('a band of figures', () => {
  it('each figure has its name, unit and context', () => {
    draw(
      <KpiBand label="The portfolio">
        <Kpi label="Equity" value="10,454.46" unit="USDT" note="since 4 May" />
        <Kpi label="Sharpe" value="–" />
      </KpiBand>,
    );
    expect(screen.getAllByRole('term').map((one) => one.textContent)).toEqual(['Equity', 'Sharpe']);
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
      '10,454.46 USDT',
      'since 4 May',
      '–',
    ]);
  });
});

describe('a state', () => {
  it.each(['running', 'waiting', 'done', 'stopped', 'warn', 'danger'] as const)(
    '%s is an icon and a word beside its colour',
    (tone) => {
      const { container } = draw(<Status tone={tone} word="Running" reason="blocked: 3/3 cycles" />);
      expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
      expect(container.querySelector('[data-tone]')?.textContent).toBe('Runningblocked: 3/3 cycles');
    },
  );

  it('figures of a bridge are named in Russian, too', () => {
    draw(<Bridge parts={PARTS} closedCycles={2} />, russianText);
    expect(document.querySelector('[data-term="closed"] dt')?.textContent).toBe('По закрытым, 2 цикла');
  });
});
