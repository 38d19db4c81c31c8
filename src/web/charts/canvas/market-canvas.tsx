import { type KeyboardEvent, useEffectEvent, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { barNames, ChartLegend } from '../legend/chart-legend.tsx';
import { makeReadings } from '../legend/reading.ts';
import type { TableTwin } from '../table-twin.ts';
import classes from './chart.module.css';
import { MarketDrawing, type MarketMove, type MarketPicture } from './market-drawing.ts';
import { useDrawing } from './use-drawing.ts';

export interface MarketChartProps extends MarketPicture {
  readonly label: string;
  /** Text that explains which keys move the view. */
  readonly keys: string;
  readonly showTable: string;
  readonly showChart: string;
  readonly height: number | string;
  readonly table: () => TableTwin;
  /** Called, repeatedly, when the view comes near the oldest bar and older ones are needed. */
  readonly onStart: () => void;
}

const moves: Readonly<Record<string, MarketMove>> = {
  ArrowLeft: 'back',
  ArrowRight: 'forth',
  '+': 'closer',
  '-': 'wider',
  Home: 'oldest',
  End: 'latest',
};

/** The drawing itself, and the keys that move it. */
export function MarketCanvas(props: MarketChartProps) {
  const t = useText();
  const [readings] = useState(makeReadings);
  const started = useEffectEvent(() => props.onStart());
  const { container, drawing } = useDrawing(
    (element) => new MarketDrawing(element, { atStart: () => started(), read: readings.tell }),
    props,
  );
  const onKey = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    drawing?.move(move);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved must be reachable by keyboard.
    <div className={classes.movable} role="group" tabIndex={0} aria-label={props.keys} onKeyDown={onKey}>
      <div ref={container} className={classes.canvas} aria-hidden />
      <ChartLegend readings={readings} names={barNames(t)} />
    </div>
  );
}
