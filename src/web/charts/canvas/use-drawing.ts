import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ChartColors, useChartColors } from '../chart-colors.ts';

/** What draws into the element of a chart. */
interface Drawing<P> {
  show(picture: P, colors: ChartColors): void;
  remove(): void;
}

/**
 * The drawing of a chart, which follows its picture and the colours. It is made, filled and painted in tasks of their own:
 * in one piece they would keep a slow processor from answering for a quarter of a second.
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
    const timer = setTimeout(() => {
      if (container.current === null) return;
      made = begin(container.current);
      setDrawing(made);
    });
    return () => {
      clearTimeout(timer);
      setDrawing(null);
      made?.remove();
    };
  }, []);
  useEffect(() => drawing?.show(picture, colors));
  return { container, drawing };
}
