import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { draw, russianText } from '../../../tests/support/draw.tsx';
import { Calendar } from './figures/calendar.tsx';
import { LadderGauge } from './figures/ladder-gauge.tsx';
import { BotStatus } from './figures/status.tsx';
import { Preview } from './overlay/preview.tsx';
import { ProblemNote } from './page/problem.tsx';

describe('the ladder gauge', () => {
  const long = {
    direction: 'buy',
    levels: ['2000', '1980', '1950', '1905', '1837.5'],
    filled: 1,
    average: '1989.95',
    mark: '1970',
    takeProfit: '2010.95',
    liquidation: '1798.15',
  } as const;

  it('screen readers hear how many steps are filled and how far the next step and liquidation are', () => {
    draw(<LadderGauge {...long} />);
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      '1 of 4 steps, next \u22121.02 %, liquidation \u22128.72 %',
    );
  });

  const positionsOf = (container: HTMLElement) => ({
    liquidation: Number(container.querySelector('[class*="liquidation"]')?.getAttribute('x1')),
    takeProfit: Number(container.querySelector('[class*="takeProfit"]')?.getAttribute('x1')),
  });

  it('danger is on the left and gain on the right, for shorts too', () => {
    const positions = positionsOf(draw(<LadderGauge {...long} />).container);
    expect(positions.liquidation).toBeLessThan(positions.takeProfit);
    const short = {
      ...long,
      direction: 'sell',
      levels: ['2000', '2020', '2050'],
      takeProfit: '1980',
      liquidation: '2200',
    } as const;
    const mirrored = positionsOf(draw(<LadderGauge {...short} />).container);
    expect(mirrored.liquidation).toBeLessThan(mirrored.takeProfit);
  });

  it('the ladder gauge reads "flat" without a position', () => {
    draw(<LadderGauge {...long} levels={[]} />);
    expect(screen.getByText('flat')).toBeTruthy();
  });
});

describe('the status of a bot', () => {
  it('the status shows the state and the reason it is blocked', () => {
    draw(<BotStatus state="RUNNING" stateReason={null} blockedBy="INSUFFICIENT_MARGIN" />);
    expect(screen.getByText('Running')).toBeTruthy();
    expect(screen.getByText('not enough margin')).toBeTruthy();
  });

  it('a reason without a translation is shown as its code', () => {
    draw(<BotStatus state="ERROR" stateReason="SOMETHING_NEW" />);
    expect(screen.getByText('SOMETHING_NEW')).toBeTruthy();
  });
});

describe('the problem', () => {
  const answer = { type: 'about:blank', title: '', requestId: 'r-7', errors: [], detail: 'English only' };

  it('a problem is shown in the language of the user, with a Retry button', async () => {
    const onRetry = vi.fn();
    const error = new ApiError('NAME_TAKEN', { problem: { ...answer, status: 409, code: 'NAME_TAKEN' } });
    draw(<ProblemNote error={error} onRetry={onRetry} />, russianText);
    expect(screen.getByRole('alert').textContent).toContain('Это название занято. Выберите другое.');
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('an unknown code is shown as it is, a server error with its request ID', () => {
    const error = new ApiError('NEVER_SEEN', { problem: { ...answer, status: 500, code: 'NEVER_SEEN' } });
    draw(<ProblemNote error={error} />);
    expect(screen.getByRole('alert').textContent).toContain('NEVER_SEEN');
    expect(screen.getByRole('alert').textContent).toContain('r-7');
  });

  it('each invalid field is named', () => {
    const errors = [{ path: 'limit', code: 'x', detail: 'must be positive', figures: [] }];
    const error = new ApiError('REQUEST_INVALID', {
      problem: { ...answer, status: 400, code: 'REQUEST_INVALID', errors },
    });
    draw(<ProblemNote error={error} />);
    expect(screen.getByRole('alert').textContent).toContain('limit: must be positive');
  });
});

describe('the preview of an action', () => {
  const words = {
    opened: true,
    onClose: () => {},
    title: 'Stop?',
    act: 'Stop ETH',
    lines: ['Cancels 3 steps'],
  } as const;

  it('the preview shows the effect, and its button names the action', async () => {
    const onConfirm = vi.fn();
    draw(<Preview {...words} onConfirm={onConfirm} />);
    expect(screen.getByText('Cancels 3 steps')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Stop ETH' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('the button stays off until the name is typed', async () => {
    const onConfirm = vi.fn();
    draw(<Preview {...words} typeToConfirm="ETH" onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Stop ETH' }));
    expect(onConfirm).not.toHaveBeenCalled();
    await userEvent.type(screen.getByRole('textbox'), 'ETH');
    await userEvent.click(screen.getByRole('button', { name: 'Stop ETH' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});

describe('the calendar', () => {
  it('weeks start on Monday and add up exactly; a day can be selected and deselected', async () => {
    const onSelect = vi.fn();
    const days = [
      { day: '2025-05-05', result: '0.1', cycles: 1 },
      { day: '2025-05-06', result: '0.2', cycles: 2 },
      { day: '2025-05-07', result: '-12.3', cycles: 1 },
    ];
    draw(
      <Calendar
        days={days}
        from="2025-05-04"
        to="2025-05-11"
        today="2025-05-11"
        selected="2025-05-06"
        onSelect={onSelect}
      />,
    );
    const weeks = screen.getAllByRole('row').slice(1);
    expect(weeks).toHaveLength(2);
    expect(weeks[1]?.lastElementChild?.textContent).toBe('\u221212');
    await userEvent.click(screen.getByRole('button', { name: /^7 May 2025: \u221212 USDT, 1 cycle$/ }));
    await userEvent.click(screen.getByRole('button', { name: /^6 May 2025/ }));
    expect(onSelect.mock.calls).toEqual([['2025-05-07'], [null]]);
  });
});
