import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { PlacedLine, PriceLineSpec } from '../candle-picture.ts';
import classes from './chart.module.css';

/** What a chart needs so that lines can be moved by pointer, finger and keys. */
export interface LineDrag {
  /** Ids of the lines that can be moved. */
  readonly ids: readonly string[];
  /** Name of a line for assistive technology. */
  readonly nameOf: (id: string) => string;
  /** What a line means at its present price. */
  readonly wordsOf: (id: string) => string;
  /** Called for every movement, with the price under the pointer. */
  readonly onMove: (id: string, price: number) => void;
  /** Called when the line is let go. */
  readonly onDrop: () => void;
  /** The line that is held or has the focus; null for none. */
  readonly onHold: (id: string | null) => void;
}

interface Scale {
  priceAt(y: number): number | null;
  hold(): void;
  release(): void;
}

interface LineHandlesProps {
  readonly drag: LineDrag;
  readonly lines: readonly PriceLineSpec[];
  readonly places: readonly PlacedLine[];
  readonly scale: Scale;
}

/** A press of an arrow key moves a line by this share of its price, Page Up and Page Down by ten times that. */
const KEY_SHARE = 0.001;
const keyShares: Readonly<Record<string, number>> = {
  ArrowUp: KEY_SHARE,
  ArrowDown: -KEY_SHARE,
  PageUp: 10 * KEY_SHARE,
  PageDown: -10 * KEY_SHARE,
};

/** Grips of close lines stand beside each other, in so many columns. */
const COLUMNS = 6;

/** A grip on each line that can be moved. */
export function LineHandles({ drag, lines, places, scale }: LineHandlesProps) {
  return drag.ids.map((id, index) => {
    const line = lines.find((one) => one.id === id);
    const place = places.find((one) => one.id === id);
    if (line === undefined || place === undefined || place.edge !== null) return null;
    return <Handle key={id} drag={drag} line={line} y={place.y} column={index % COLUMNS} scale={scale} />;
  });
}

interface HandleProps extends Pick<LineHandlesProps, 'drag' | 'scale'> {
  readonly line: PriceLineSpec;
  readonly y: number;
  readonly column: number;
}

function Handle({ drag, line, y, column, scale }: HandleProps) {
  const { id, price, title, tone } = line;
  const grabbed = useRef<number | null>(null);
  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = event.clientY - y;
    scale.hold();
    drag.onHold(id);
  };
  const move = (event: PointerEvent) => {
    const at = grabbed.current === null ? null : scale.priceAt(event.clientY - grabbed.current);
    if (at !== null) drag.onMove(id, at);
  };
  const drop = () => {
    if (grabbed.current === null) return;
    grabbed.current = null;
    scale.release();
    drag.onDrop();
  };
  const onKey = (event: KeyboardEvent) => {
    const share = keyShares[event.key];
    if (share === undefined) return;
    event.preventDefault();
    drag.onMove(id, price * (1 + share));
  };
  return (
    <div
      className={`${classes.handle} ${classes[`tone-${tone}`]}`}
      style={{ top: y, '--column': column }}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={drag.nameOf(id)}
      aria-valuemin={0}
      aria-valuemax={price * 2}
      aria-valuenow={price}
      aria-valuetext={drag.wordsOf(id)}
      data-line={id}
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={onKey}
      onFocus={() => drag.onHold(id)}
      onBlur={() => {
        drag.onHold(null);
        drag.onDrop();
      }}
    >
      <span className={classes.grip}>{title}</span>
    </div>
  );
}
