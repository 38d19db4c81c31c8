import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isRowFocused, noRowKeys, type RowKeys, rowKeysFor } from './row-keys.ts';

interface VirtualRowsProps {
  /** The scrolling element; null before it is drawn. */
  readonly frame: HTMLElement | null;
  readonly ids: readonly string[];
  readonly rowHeight: number;
  /** @param keyOf - React's key of a row, by its place among those to draw */
  readonly draw: (from: number, to: number, keyOf: (place: number) => number) => ReactNode;
  /** Whether rows far away may be drawn in the elements of those drawn last: no cell has a state of its own. */
  readonly reusesRows?: boolean | undefined;
  /** Called when other rows have been drawn. */
  readonly onDrawn: () => void;
  /** Called when the last rows come into view. */
  readonly onEnd: (() => void) | undefined;
}

/** Beyond the view, so that a turn of the wheel meets drawn rows; each one costs a search or a first view its time. */
const OVERSCAN_ROWS = 5;

/**
 * Draws only the visible rows; empty rows of the right height replace the others. At the top new rows come into view;
 * further down the rows in view stay where they are when others come or go above them.
 */
export function VirtualRows({ frame, ids, rowHeight, draw, reusesRows = false, onDrawn, onEnd }: VirtualRowsProps) {
  const count = ids.length;
  // The same function for the same rows: for another one the library places every row anew, in each frame of a scroll.
  const getItemKey = useCallback((index: number) => ids[index] ?? index, [ids]);
  const top = frame?.scrollTop ?? 0;
  const isFar = useIsFar(top, OVERSCAN_ROWS * rowHeight);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => rowHeight,
    getItemKey,
    // The library's name for keeping the first row in view; at the top it would hide what is new.
    anchorTo: top > 0 ? 'end' : 'start',
    overscan: isFar ? 0 : OVERSCAN_ROWS,
  });
  const items = virtual.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items[items.length - 1]?.index ?? -1) + 1;
  const shownIds = ids.slice(from, to);
  const keys = useRowKeys(shownIds, reusesRows && !isRowFocused(frame));
  useLayoutEffect(onDrawn);
  const isAtEnd = to > 0 && to === count;
  const ended = useEffectEvent(() => onEnd?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is loaded may bring the end into view again.
  useEffect(() => {
    if (isAtEnd) ended();
  }, [isAtEnd, count]);
  return (
    <>
      <Spacer height={from * rowHeight} />
      {draw(from, to, (place) => keys.get(shownIds[place] ?? '') ?? place)}
      <Spacer height={(count - to) * rowHeight} />
    </>
  );
}

function useRowKeys(ids: readonly string[], mayTakeOver: boolean): RowKeys['keys'] {
  const drawn = useRef(noRowKeys);
  const now = rowKeysFor(ids, drawn.current, mayTakeOver);
  useLayoutEffect(() => {
    drawn.current = now;
  });
  return now.keys;
}

/**
 * Whether the rows drawn last are so far away that rows beyond the view would be drawn for nothing: the next frame of such a
 * scroll replaces them, and they are a third of its cost. Once it rests the table is drawn again, with them.
 */
function useIsFar(top: number, farPixels: number): boolean {
  const drawnTop = useRef(top);
  useLayoutEffect(() => {
    drawnTop.current = top;
  });
  return Math.abs(top - drawnTop.current) > farPixels;
}

function Spacer({ height }: { readonly height: number }) {
  return height === 0 ? null : <tr style={{ height }} />;
}
