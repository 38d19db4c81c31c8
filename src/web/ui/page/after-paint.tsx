import { type ReactNode, useDeferredValue } from 'react';
import { SkeletonBlock } from './skeleton.tsx';

interface AfterPaintProps {
  /** Kept free until the content is there: pixels. */
  readonly height: number;
  readonly children: ReactNode;
}

/**
 * Draws a heavy part after the page around it is painted. What answers of the server bring is drawn in one piece, in which
 * the page hears no key and no click; this part is drawn in slices of some milliseconds, between which it does.
 */
export function AfterPaint({ height, children }: AfterPaintProps) {
  const isPainted = useDeferredValue(true, false);
  return isPainted ? children : <SkeletonBlock height={height} />;
}
