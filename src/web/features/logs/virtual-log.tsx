import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { LogEntry } from '#web/bots/cycles/whole-log.ts';

interface VirtualLogProps {
  /** The scrolling element; null before it is drawn. */
  readonly frame: HTMLElement | null;
  readonly entries: readonly LogEntry[];
  /** Of a usual line, pixels. */
  readonly lineHeight: number;
  readonly draw: (entry: LogEntry, index: number) => ReactNode;
  /** Receives what brings a line into view. */
  readonly scroller: RefObject<((index: number) => void) | null>;
  /** Called when other lines have been drawn. */
  readonly onDrawn: () => void;
  /** Called when the last lines come into view. */
  readonly onEnd: () => void;
}

const OVERSCAN_LINES = 12;

/** Draws only the lines in view. Lines differ in height, so each is measured and has its own table body. */
export function VirtualLog({ frame, entries, lineHeight, draw, scroller, onDrawn, onEnd }: VirtualLogProps) {
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame,
    estimateSize: () => lineHeight,
    getItemKey: (index) => entries[index]?.logId ?? index,
    // Below the top the lines in view stay where they are when new ones come in above them.
    anchorTo: (frame?.scrollTop ?? 0) > 0 ? 'end' : 'start',
    overscan: OVERSCAN_LINES,
  });
  useLayoutEffect(() => {
    scroller.current = (index) => virtual.scrollToIndex(index);
    onDrawn();
  });
  const items = virtual.getVirtualItems();
  const last = items[items.length - 1];
  const isAtEnd = last !== undefined && last.index >= entries.length - 1;
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (isAtEnd && (frame?.scrollTop ?? 0) > 0) ended();
  }, [isAtEnd, frame]);
  return (
    <>
      <Spacer height={items[0]?.start ?? 0} />
      {items.map(({ key, index }) => {
        const entry = entries[index];
        return (
          <tbody key={key} data-index={index} ref={virtual.measureElement}>
            {entry ? draw(entry, index) : null}
          </tbody>
        );
      })}
      <Spacer height={virtual.getTotalSize() - (last?.end ?? 0)} />
    </>
  );
}

function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  );
}
