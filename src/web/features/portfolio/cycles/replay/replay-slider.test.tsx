import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PartText, textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../../../tests/support/draw.tsx';
import { ReplaySlider } from './replay-slider.tsx';

const HOUR_MS = 3_600_000;
/** Candles 2 to 9 of the hours of a day; fills in the third and the sixth. */
const CYCLE = { first: 2, last: 9, stops: [3, 6] } as const;

/** The words are those of the page of the portfolio, whose part is loaded first. */
beforeAll(async () => void (await textWith('risk', 'en')));

function Slider({ begin }: { readonly begin: number }) {
  const [index, setIndex] = useState(begin);
  return (
    <PartText part="risk">
      <ReplaySlider {...CYCLE} index={index} time={Date.UTC(2025, 4, 26, index)} onMove={setIndex} />
    </PartText>
  );
}

/** The slider waits for its words, so it is drawn a moment later. */
async function open(begin: number): Promise<void> {
  await act(async () => {
    draw(
      <Suspense>
        <Slider begin={begin} />
      </Suspense>,
    );
  });
}

const slider = () => screen.getByRole('slider', { name: 'Time of the replay' });
const place = (): number => Number((slider() as HTMLInputElement).value);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const isOff = (name: string): boolean => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;

afterEach(() => vi.useRealTimers());

describe('the slider that replays a cycle', () => {
  it('tells the time of its candle in words, and moves to any other by hand', async () => {
    await open(2);
    expect(slider().getAttribute('aria-valuetext')).toBe(screen.getByRole('status').textContent);
    expect(slider().getAttribute('aria-valuetext')).toContain('02:00');
    fireEvent.change(slider(), { target: { value: '5' } });
    expect(slider().getAttribute('aria-valuetext')).toContain('05:00');
    expect(await domFindings()).toEqual([]);
  });

  it('goes from fill to fill, and no further than there are fills', async () => {
    await open(2);
    expect(isOff('To the previous fill')).toBe(true);
    await press('To the next fill');
    expect(place()).toBe(3);
    await press('To the next fill');
    expect(place()).toBe(6);
    expect(isOff('To the next fill')).toBe(true);
    await press('To the previous fill');
    expect(place()).toBe(3);
  });

  it('plays candle by candle until the last, and begins anew when it is played there', async () => {
    await open(8);
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    act(() => void vi.advanceTimersByTime(HOUR_MS));
    expect(place()).toBe(9);
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(place()).toBe(2);
    act(() => void vi.advanceTimersByTime(250));
    expect(place()).toBe(3);
  });

  it('stands still once it is paused or moved by hand', async () => {
    await open(2);
    vi.useFakeTimers();
    for (const stand of [
      () => fireEvent.click(screen.getByRole('button', { name: 'Pause' })),
      () => fireEvent.change(slider(), { target: { value: '4' } }),
    ]) {
      fireEvent.click(screen.getByRole('button', { name: 'Play' }));
      stand();
      const before = place();
      act(() => void vi.advanceTimersByTime(HOUR_MS));
      expect(place()).toBe(before);
    }
  });
});
