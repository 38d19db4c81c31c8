import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import type { LogEntry } from './log-queries.ts';

interface VirtualLogProps {
  /** The scrolling element. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly entries: readonly LogEntry[];
  readonly draw: (entry: LogEntry) => ReactNode;
  /** Called when the last lines come into view. */
  readonly onEnd: () => void;
}

const LINE_PX = 36;
const OVERSCAN_LINES = 12;

/** Draws only the lines in view. Lines differ in height, so each is measured and has its own table body. */
export function VirtualLog({ frame, entries, draw, onEnd }: VirtualLogProps) {
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_PX,
    getItemKey: (index) => entries[index]?.logId ?? index,
    overscan: OVERSCAN_LINES,
  });
  const items = virtual.getVirtualItems();
  const last = items[items.length - 1];
  const isAtEnd = last !== undefined && last.index >= entries.length - 1;
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (isAtEnd && (frame.current?.scrollTop ?? 0) > 0) ended();
  }, [isAtEnd, frame]);
  return (
    <>
      <Spacer height={items[0]?.start ?? 0} />
      {items.map(({ key, index }) => {
        const entry = entries[index];
        return (
          <tbody key={key} data-index={index} ref={virtual.measureElement}>
            {entry ? draw(entry) : null}
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
