import { type KeyboardEvent, useRef } from 'react';
import { type HeatCell, HeatCellView } from './heat-cell.tsx';
import css from './heat-map.module.css';
import { isSamePoint, type MapPoint, nextPoint, ringSides } from './heat-points.ts';

interface HeatMapProps {
  readonly label: string;
  readonly xTitle: string;
  /** Null for a map of a single row. */
  readonly yTitle: string | null;
  readonly xLabels: readonly string[];
  /** From the top. */
  readonly yLabels: readonly string[];
  /** Null where nothing was computed. */
  readonly cellAt: (point: MapPoint) => HeatCell | null;
  readonly selected: MapPoint | null;
  readonly onSelect: (point: MapPoint) => void;
  /** The cell whose worst neighbour is best: it and what lies around it are framed. */
  readonly plateau: MapPoint | null;
  /** The highest cell, where it is not the plateau. */
  readonly peak: MapPoint | null;
}

/** Figures over one or two parameters. Arrow keys walk over the cells; Enter or a click chooses one. */
export function HeatMap(props: HeatMapProps) {
  const { xLabels, yLabels, yTitle, plateau } = props;
  const table = useRef<HTMLTableElement>(null);
  const size = { columns: xLabels.length, rows: yLabels.length };
  const points = yLabels.flatMap((_, row) => xLabels.map((__, column) => ({ column, row })));
  const farthest = Math.max(0, ...points.map((point) => Math.abs(props.cellAt(point)?.value ?? 0)));
  const stop = props.selected ?? plateau ?? { column: 0, row: 0 };
  const onKey = (event: KeyboardEvent) => {
    const at = pointOf(event.target);
    const next = at && nextPoint(at, event.key, size);
    if (!next) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-point="${next.column} ${next.row}"]`)?.focus();
  };
  const draw = (point: MapPoint) => {
    const cell = props.cellAt(point);
    if (cell === null) return null;
    return (
      <HeatCellView
        cell={cell}
        point={point}
        farthest={farthest}
        isSelected={isSamePoint(props.selected, point)}
        isPlateau={isSamePoint(plateau, point)}
        isPeak={isSamePoint(props.peak, point)}
        isStop={isSamePoint(stop, point)}
        onSelect={() => props.onSelect(point)}
      />
    );
  };
  return (
    <div className={css['scroll']}>
      {yTitle === null ? null : (
        <div className={css['yTitle']} aria-hidden="true">
          {yTitle}
        </div>
      )}
      <table className={css['map']} ref={table} aria-label={props.label} onKeyDown={onKey}>
        <tbody>
          {yLabels.map((yLabel, row) => (
            <tr key={yLabel}>
              <th scope="row">{yLabel}</th>
              {xLabels.map((xLabel, column) => (
                <td key={xLabel} data-ring={ringSides(plateau, { column, row }, size).join(' ') || undefined}>
                  {draw({ column, row })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <Foot title={props.xTitle} labels={xLabels} />
      </table>
    </div>
  );
}

function Foot({ title, labels }: { readonly title: string; readonly labels: readonly string[] }) {
  return (
    <tfoot>
      <tr>
        <td />
        {labels.map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
      <tr>
        <td />
        <th className={css['xTitle']} colSpan={labels.length} scope="colgroup">
          {title}
        </th>
      </tr>
    </tfoot>
  );
}

function pointOf(target: EventTarget): MapPoint | null {
  const text = target instanceof Element ? target.getAttribute('data-point') : null;
  const [column, row] = (text ?? '').split(' ').map(Number);
  return column === undefined || row === undefined ? null : { column, row };
}
