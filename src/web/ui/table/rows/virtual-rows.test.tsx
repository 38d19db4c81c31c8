import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VirtualRows } from './virtual-rows.tsx';

const ROWS = 10_000;
const ROW_HEIGHT = 30;

/** jsdom has no layout: what scrolls is 600 pixels high. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

afterEach(() => void vi.restoreAllMocks());

it('a far scroll draws the rows in view alone, and those beyond it once it rests', async () => {
  const ids = Array.from({ length: ROWS }, (_, index) => `row ${index}`);
  const frame = document.createElement('div');
  document.body.append(frame);
  const draw = (from: number, to: number) => ids.slice(from, to).map((id) => <tr key={id} data-row={id} />);
  render(
    <table>
      <tbody>
        <VirtualRows {...{ frame, ids, rowHeight: ROW_HEIGHT, draw, onDrawn: () => {}, onEnd: undefined }} />
      </tbody>
    </table>,
  );
  const drawn = () => document.querySelectorAll('[data-row]').length;
  const inView = 600 / ROW_HEIGHT;
  await act(async () => {
    frame.scrollTop = 5_000 * ROW_HEIGHT;
    fireEvent.scroll(frame);
  });
  expect(drawn()).toBeLessThanOrEqual(inView + 1);
  await waitFor(() => expect(drawn()).toBeGreaterThanOrEqual(inView + 10));
  frame.remove();
});

it('a scroll through ten thousand rows looks at those that come into view, not at all of them', async () => {
  let looks = 0;
  const names = Array.from({ length: ROWS }, (_, index) => `row ${index}`);
  const ids = new Proxy(names, {
    get(rows, name) {
      if (/^\d+$/.test(String(name))) looks += 1;
      return Reflect.get(rows, name);
    },
  });
  const frame = document.createElement('div');
  document.body.append(frame);
  const draw = (from: number, to: number) =>
    names.slice(from, to).map((name) => (
      <tr key={name}>
        <td>{name}</td>
      </tr>
    ));
  render(
    <table>
      <tbody>
        <VirtualRows {...{ frame, ids, rowHeight: ROW_HEIGHT, draw, onDrawn: () => {}, onEnd: undefined }} />
      </tbody>
    </table>,
  );
  looks = 0;
  await act(async () => {
    frame.scrollTop = 5_000 * ROW_HEIGHT;
    fireEvent.scroll(frame);
  });
  expect(screen.getByText('row 5000')).toBeTruthy();
  expect(looks).toBeLessThan(500);
  frame.remove();
});
