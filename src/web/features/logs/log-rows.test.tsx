import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LogEntry } from '#web/bots/cycles/whole-log.ts';
import { PartText } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { LogRows } from './log-rows.tsx';

const LINES = 300;
const TOTAL = 40_000;

const lines: readonly LogEntry[] = Array.from({ length: LINES }, (_, index) => ({
  ...{
    logId: `l${index}`,
    ts: '2025-05-20T00:00:00.000Z',
    level: 'info',
    code: 'BOT_STARTED',
    detail: `Line ${index}`,
  },
  ...{ figures: [], botId: 'b', botName: 'Grid', portfolioId: 'p', symbol: null, direction: null },
  ...{ cycleId: null, orderId: null },
}));

beforeEach(() => {
  // jsdom has no layout: a log of twenty lines in view.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function height(this: HTMLElement) {
    return this.tagName === 'TBODY' ? 36 : 720;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(LINES * 36 + 28);
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, to?: number | ScrollToOptions) {
    this.scrollTop = (typeof to === 'object' && to.top) || 0;
    queueMicrotask(() => fireEvent.scroll(this));
  } as typeof HTMLElement.prototype.scrollTo;
});

afterEach(() => void vi.restoreAllMocks());

const shownLines = () => document.querySelectorAll('tr[data-row]');
const focused = () => document.activeElement?.getAttribute('data-row');

it('keys walk the log, Enter opens the figures of a line, and screen readers hear of how many lines it is one', async () => {
  const onEnd = vi.fn();
  drawPage(
    <PartText part="logs">
      <LogRows entries={lines} total={TOTAL} onEnd={onEnd} />
    </PartText>,
    { kind: 'dca-bot' },
  );
  const table = await screen.findByRole('table');
  await waitFor(() => expect(shownLines().length).toBeGreaterThan(0));
  expect(shownLines().length).toBeLessThan(60);
  expect(table.getAttribute('aria-rowcount')).toBe(String(TOTAL + 1));
  act(() => (shownLines()[0] as HTMLElement).focus());
  await userEvent.keyboard('jjk{PageDown}');
  expect(focused()).toBe('l19');
  await userEvent.keyboard('{Enter}');
  expect(document.querySelectorAll('[aria-expanded="true"]')).toHaveLength(1);
  await userEvent.keyboard('{End}');
  await waitFor(() => expect(focused()).toBe('l299'));
  expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('301');
  expect(onEnd).toHaveBeenCalled();
  await userEvent.keyboard('{Home}');
  await waitFor(() => expect(focused()).toBe('l0'));
  expect(await domFindings()).toEqual([]);
});
