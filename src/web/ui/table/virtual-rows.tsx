import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode, RefObject } from 'react';

interface VirtualRowsProps {
  /** The scrolling element. */
  readonly frame: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  readonly draw: (from: number, to: number) => ReactNode;
}

const OVERSCAN_ROWS = 12;

/** Draws only the visible rows; empty rows of the right height replace the others. */
export function VirtualRows({ frame, count, rowHeight, draw }: VirtualRowsProps) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
  });
  const items = virtual.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items[items.length - 1]?.index ?? -1) + 1;
  return (
    <>
      <Spacer height={from * rowHeight} />
      {draw(from, to)}
      <Spacer height={(count - to) * rowHeight} />
    </>
  );
}

function Spacer({ height }: { readonly height: number }) {
  return height === 0 ? null : <tr style={{ height }} />;
}
