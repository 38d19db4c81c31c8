import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VirtualRows } from './virtual-rows.tsx';

const ROWS = 10_000;
const ROW_HEIGHT = 30;
const IN_VIEW = 600 / ROW_HEIGHT;

/** jsdom has no layout: what scrolls is 600 pixels high. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

afterEach(() => void vi.restoreAllMocks());

/** A table of ten thousand rows, which can be scrolled to one of them. */
function drawTable({ reusesRows }: { readonly reusesRows: boolean }) {
  const ids = Array.from({ length: ROWS }, (_, index) => `row ${index}`);
  const frame = document.createElement('div');
  const draw = (from: number, to: number, keyOf: (place: number) => number) =>
    ids.slice(from, to).map((id, place) => <tr key={keyOf(place)} data-row={id} tabIndex={0} />);
  const container = frame.appendChild(document.createElement('table')).appendChild(document.createElement('tbody'));
  document.body.append(frame);
  render(
    <VirtualRows {...{ frame, ids, rowHeight: ROW_HEIGHT, draw, reusesRows, onDrawn: () => {}, onEnd: undefined }} />,
    {
      container,
    },
  );
  return {
    drawn: () => [...frame.querySelectorAll<HTMLElement>('[data-row]')],
    scrollTo: (row: number) =>
      act(async () => {
        frame.scrollTop = row * ROW_HEIGHT;
        fireEvent.scroll(frame);
      }),
    remove: () => frame.remove(),
  };
}

it('a far scroll draws the rows in view alone, and those beyond it once it rests', async () => {
  const { drawn, scrollTo, remove } = drawTable({ reusesRows: false });
  const [first] = drawn();
  await scrollTo(5_000);
  expect(drawn().length).toBeLessThanOrEqual(IN_VIEW + 1);
  expect(first?.isConnected).toBe(false);
  await waitFor(() => expect(drawn().length).toBeGreaterThanOrEqual(IN_VIEW + 10));
  remove();
});

it('a far scroll of plain rows shows the others in the same elements, and a near one moves none', async () => {
  const { drawn, scrollTo, remove } = drawTable({ reusesRows: true });
  const before = drawn().slice(0, IN_VIEW);
  await scrollTo(5_000);
  const after = drawn();
  expect(before.every((row) => after.includes(row))).toBe(true);
  expect(after[0]?.dataset['row']).toBe('row 5000');
  await scrollTo(5_003);
  // Rows that stay in view keep their elements.
  expect(drawn().find((row) => row.dataset['row'] === 'row 5010')).toBe(after[10]);
  remove();
});

it('the element of a row that has the focus never becomes another row', async () => {
  const { drawn, scrollTo, remove } = drawTable({ reusesRows: true });
  const [first] = drawn();
  first?.focus();
  await scrollTo(5_000);
  expect(first?.isConnected).toBe(false);
  expect(drawn()[0]?.dataset['row']).toBe('row 5000');
  remove();
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
