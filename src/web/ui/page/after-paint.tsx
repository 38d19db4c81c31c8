import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { SkeletonBlock } from './skeleton.tsx';

interface AfterPaintProps {
  /** Kept free until the content is there: pixels. */
  readonly height: number;
  /** After what else: 1, the default, is drawn next, 2 when that has been painted. */
  readonly turn?: number;
  readonly children: ReactNode;
}

/**
 * Draws a heavy part after the page around it is painted. What answers of the server bring is drawn in one piece, in which
 * the page hears no key and no click; this part is drawn in slices of some milliseconds, between which it does.
 */
export function AfterPaint({ height, turn = 1, children }: AfterPaintProps) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (passed < turn) startTransition(() => setPassed(passed + 1));
  }, [passed, turn]);
  return passed >= turn ? children : <SkeletonBlock height={height} />;
}
