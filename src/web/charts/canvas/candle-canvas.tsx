import { useEffectEvent, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import type { CandlePicture, OffScaleLine, PlacedLine } from '../candle-picture.ts';
import { barNames, ChartLegend } from '../legend/chart-legend.tsx';
import { makeReadings } from '../legend/reading.ts';
import type { TableTwin } from '../table-twin.ts';
import { CandleDrawing } from './candle-drawing.ts';
import classes from './chart.module.css';
import { type LineDrag, LineHandles } from './line-handles.tsx';
import { useDrawing } from './use-drawing.ts';

export interface CandleChartProps extends CandlePicture {
  readonly label: string;
  readonly showTable: string;
  readonly showChart: string;
  readonly height: number | string;
  readonly table: () => TableTwin;
  /** Text of a line that is off the scale, such as "▼ Liquidation 612.08, below the chart". */
  readonly offScaleText: (line: OffScaleLine) => string;
  readonly onHover?: (markerId: string | null) => void;
  /** Lines that can be moved. */
  readonly drag?: LineDrag;
}

/** The drawing itself; what keeps the library out of the code of a page is the chart around it. */
export function CandleCanvas(props: CandleChartProps) {
  const t = useText();
  const [places, setPlaces] = useState<readonly PlacedLine[]>([]);
  const [readings] = useState(makeReadings);
  const hovered = useEffectEvent((id: string | null) => props.onHover?.(id));

  const { container, drawing } = useDrawing(
    (element) =>
      new CandleDrawing(element, {
        hovered: (id) => hovered(id),
        read: readings.tell,
        placed: (lines) => setPlaces((before) => (isSame(before, lines) ? before : lines)),
      }),
    props,
  );

  return (
    <>
      <div ref={container} className={classes.canvas} aria-hidden />
      <ChartLegend readings={readings} names={barNames(t)} />
      {(['above', 'below'] as const).map((edge) => (
        <div key={edge} className={`${classes.edge} ${classes[edge]}`}>
          {places
            .filter((line) => line.edge === edge)
            .map(({ id }) => (
              <span key={id} className={classes[`tone-${toneOf(props, id)}`]}>
                {props.offScaleText({ id, edge })}
              </span>
            ))}
        </div>
      ))}
      {props.drag && drawing ? (
        <LineHandles drag={props.drag} lines={props.lines} places={places} scale={drawing} />
      ) : null}
    </>
  );
}

function toneOf(picture: CandlePicture, id: string): string {
  return picture.lines.find((line) => line.id === id)?.tone ?? 'step';
}

function isSame(a: readonly PlacedLine[], b: readonly PlacedLine[]): boolean {
  return a.length === b.length && a.every((line, index) => line.id === b[index]?.id && line.y === b[index]?.y);
}
