import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ChartColors, useChartColors } from '../chart-colors.ts';
import { inTurn } from './in-turn.ts';

/** What draws into the element of a chart. */
interface Drawing<P> {
  show(picture: P, colors: ChartColors): void;
  remove(): void;
}

/**
 * The drawing of a chart, which follows its picture and the colours. It is made and filled before the next frame, which would
 * otherwise paint it empty first; charts that come together take turns, because all of them in one frame would keep a slow
 * processor from answering for a quarter of a second.
 */
export function useDrawing<P, D extends Drawing<P>>(
  make: (container: HTMLElement) => D,
  picture: P,
): { readonly container: RefObject<HTMLDivElement | null>; readonly drawing: D | null } {
  const container = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<D | null>(null);
  const colors = useChartColors();
  const begin = useEffectEvent(make);
  useEffect(() => {
    let made: D | null = null;
    const cancel = inTurn(() => {
      if (container.current === null) return;
      made = begin(container.current);
      flushSync(() => setDrawing(made));
    });
    return () => {
      cancel();
      setDrawing(null);
      made?.remove();
    };
  }, []);
  useEffect(() => drawing?.show(picture, colors));
  return { container, drawing };
}
