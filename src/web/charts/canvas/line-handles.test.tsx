import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import type { PlacedLine, PriceLineSpec } from '../candle-picture.ts';
import { LineHandles } from './line-handles.tsx';

const line = (id: string, price: number): PriceLineSpec => ({
  ...{ id, price, title: id.toUpperCase(), tone: 'step', dash: 'solid', width: 1, isInScale: true },
});
const LINES = [line('tp', 2_100), line('step-1', 1_980), line('stop', 1_700)];
const PLACES: readonly PlacedLine[] = [
  { id: 'tp', y: 10, edge: null },
  { id: 'step-1', y: 80, edge: null },
  { id: 'stop', y: 340, edge: 'below' },
];

const drag = {
  ids: ['tp', 'step-1', 'stop'],
  nameOf: (id: string) => `Line ${id}`,
  wordsOf: (id: string) => `${id} in words`,
  onMove: vi.fn(),
  onDrop: vi.fn(),
  onHold: vi.fn(),
};
/** One pixel is one dollar, from 2,110 at the top. */
const scale = { priceAt: vi.fn((y: number): number | null => 2_110 - y), hold: vi.fn(), release: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  // jsdom captures no pointer.
  HTMLElement.prototype.setPointerCapture = () => {};
});

function open(places = PLACES) {
  render(<LineHandles drag={drag} lines={LINES} places={places} scale={scale} />);
  const grip = (id: string) => screen.getByRole('slider', { name: `Line ${id}` });
  return { grip };
}

/** jsdom has no pointer events of its own: a mouse event carries the same coordinates. */
const pointer = (target: HTMLElement, type: string, clientY: number, button = 0) =>
  fireEvent(target, new MouseEvent(type, { bubbles: true, cancelable: true, clientY, button }));

describe('the grips of the lines of a chart', () => {
  it('stand on every line that is in view, and on none that is off the scale', () => {
    open();
    expect(screen.getAllByRole('slider').map((one) => one.getAttribute('data-line'))).toEqual(['tp', 'step-1']);
  });

  it('tell price and meaning to a screen reader, and axe finds nothing grave in them', async () => {
    const { grip } = open();
    expect(grip('step-1').getAttribute('aria-valuenow')).toBe('1980');
    expect(grip('step-1').getAttribute('aria-valuetext')).toBe('step-1 in words');
    expect(await domFindings()).toEqual([]);
  });

  it('a pointer that takes a grip off its middle moves the line by as much as itself, without a jump', () => {
    const { grip } = open();
    pointer(grip('step-1'), 'pointerdown', 84);
    expect([scale.hold.mock.calls.length, drag.onHold.mock.calls]).toEqual([1, [['step-1']]]);
    pointer(grip('step-1'), 'pointermove', 94);
    expect(drag.onMove.mock.calls).toEqual([['step-1', 2_020]]); // Ten below the 80 at which the line lies.
    pointer(grip('step-1'), 'pointerup', 94);
    expect([scale.release.mock.calls.length, drag.onDrop.mock.calls.length]).toEqual([1, 1]);
  });

  it('moves nothing before it is taken, after it is let go, and with another button', () => {
    const { grip } = open();
    pointer(grip('tp'), 'pointermove', 30);
    pointer(grip('tp'), 'pointerdown', 10, 2);
    pointer(grip('tp'), 'pointermove', 30);
    pointer(grip('tp'), 'pointerdown', 10);
    pointer(grip('tp'), 'pointerup', 10);
    pointer(grip('tp'), 'pointermove', 30);
    expect(drag.onMove).not.toHaveBeenCalled();
    expect(drag.onDrop).toHaveBeenCalledOnce();
  });

  it('a pointer that the browser takes away lets the line go', () => {
    const { grip } = open();
    pointer(grip('tp'), 'pointerdown', 10);
    pointer(grip('tp'), 'pointercancel', 10);
    expect([scale.release.mock.calls.length, drag.onDrop.mock.calls.length]).toEqual([1, 1]);
  });

  it('outside of the scale there is no price, and the line stays where it was', () => {
    scale.priceAt.mockReturnValueOnce(null);
    const { grip } = open();
    pointer(grip('tp'), 'pointerdown', 10);
    pointer(grip('tp'), 'pointermove', -900);
    expect(drag.onMove).not.toHaveBeenCalled();
  });

  it.each([
    ['ArrowUp', 2_102.1],
    ['ArrowDown', 2_097.9],
    ['PageUp', 2_121],
    ['PageDown', 2_079],
  ])('%s moves the take profit at 2,100 to %d', (key, price) => {
    const { grip } = open();
    const isLeftToBrowser = fireEvent.keyDown(grip('tp'), { key });
    expect(drag.onMove.mock.calls[0]?.[0]).toBe('tp');
    expect(drag.onMove.mock.calls[0]?.[1]).toBeCloseTo(price, 6);
    expect(isLeftToBrowser).toBe(false); // The page does not scroll meanwhile.
  });

  it('other keys are left to the page', () => {
    const { grip } = open();
    expect(fireEvent.keyDown(grip('tp'), { key: 'Tab' })).toBe(true);
    expect(drag.onMove).not.toHaveBeenCalled();
  });

  it('a grip that has the focus tells what its line means, until the focus leaves it', () => {
    const { grip } = open();
    fireEvent.focus(grip('tp'));
    fireEvent.blur(grip('tp'));
    expect(drag.onHold.mock.calls).toEqual([['tp'], [null]]);
    expect(drag.onDrop).toHaveBeenCalledOnce();
  });
});
