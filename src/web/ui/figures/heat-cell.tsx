import { Triangle } from 'lucide-react';
import css from './heat-map.module.css';
import { heatStrength, type MapPoint } from './heat-points.ts';

/** One figure of a map. `value` only colours it; `text` is what it shows. */
export interface HeatCell {
  readonly value: number;
  readonly text: string;
  /** The whole sentence for assistive technology: "First step 1.8, take profit 0.8: +30.7 %". */
  readonly words: string;
}

interface HeatCellViewProps {
  readonly cell: HeatCell;
  readonly point: MapPoint;
  /** The value of the map that is farthest from zero. */
  readonly farthest: number;
  readonly isSelected: boolean;
  readonly isPlateau: boolean;
  readonly isPeak: boolean;
  /** The one cell that the Tab key reaches. */
  readonly isStop: boolean;
  readonly onSelect: () => void;
}

export function HeatCellView({ cell, point, ...props }: HeatCellViewProps) {
  const { value, text, words } = cell;
  return (
    <button
      type="button"
      className={css['cell']}
      data-point={`${point.column} ${point.row}`}
      data-tone={value < 0 ? 'below' : 'above'}
      data-plateau={props.isPlateau || undefined}
      style={{ '--strength': `${heatStrength(value, props.farthest)}%` }}
      aria-pressed={props.isSelected}
      aria-label={words}
      tabIndex={props.isStop ? 0 : -1}
      onClick={props.onSelect}
    >
      {props.isPeak ? <Triangle className={css['peak']} size={8} fill="currentColor" aria-hidden="true" /> : null}
      <span aria-hidden="true">{text}</span>
    </button>
  );
}
