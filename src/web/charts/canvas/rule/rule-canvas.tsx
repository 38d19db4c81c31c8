import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChartColors } from '../../chart-colors.ts';
import type { RulePicture } from '../../rule-picture.ts';
import type { TableTwin } from '../../table-twin.ts';
import classes from '../chart.module.css';
import { RuleDrawing } from './rule-drawing.ts';

export interface RuleChartProps extends RulePicture {
  readonly label: string;
  /** Text that explains which keys move to another bar. */
  readonly keys: string;
  readonly showTable: string;
  readonly showChart: string;
  readonly height: number | string;
  readonly table: () => TableTwin;
  /** A bar is looked at by pointer or key; null: none is. */
  readonly onLook: (bar: number | null) => void;
}

/** The drawing itself, the names of its values, and the keys that look at a bar. */
export function RuleCanvas(props: RuleChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<RuleDrawing | null>(null);
  const colors = useChartColors();
  const [tops, setTops] = useState<readonly number[]>([]);
  const looked = useEffectEvent((bar: number | null) => props.onLook(bar));
  useEffect(() => {
    if (!container.current) return;
    const made = new RuleDrawing(container.current, {
      looked: (bar) => looked(bar),
      paned: (told) => setTops((before) => (isSame(before, told) ? before : told)),
    });
    drawing.current = made;
    return () => made.remove();
  }, []);
  useEffect(() => drawing.current?.show(props, colors));
  const onKey = (event: KeyboardEvent) => {
    const bar = barByKey(event.key, props);
    if (bar === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    props.onLook(bar);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved must be reachable by keyboard.
    <div className={classes.movable} role="group" tabIndex={0} aria-label={props.keys} onKeyDown={onKey}>
      <div ref={container} className={classes.canvas} aria-hidden />
      <Titles {...props} tops={tops} />
    </div>
  );
}

/** Series are coloured in this order, which the drawing follows too. */
const TONES = ['2', '3', '4', '5', '6', '1'] as const;

/** The name of each value, at the top of its pane and in its colour. */
function Titles({ overlays, panes, tops }: RulePicture & { readonly tops: readonly number[] }) {
  const before = panes.map((_pane, index) =>
    panes.slice(0, index).reduce((sum, { lines }) => sum + lines.length, overlays.length),
  );
  const row = (lines: RulePicture['overlays'], first: number) =>
    lines.map(({ id, title }, index) => (
      <span key={id} style={{ color: `var(--by-series-${TONES[(first + index) % TONES.length]})` }}>
        {title}
      </span>
    ));
  return (
    <>
      <p className={classes.paneTitle} style={{ top: 4 }} aria-hidden>
        {row(overlays, 0)}
      </p>
      {panes.map(({ id, lines }, index) => (
        <p key={id} className={classes.paneTitle} style={{ top: (tops[index + 1] ?? 0) + 4 }} aria-hidden>
          {row(lines, before[index] ?? 0)}
        </p>
      ))}
    </>
  );
}

function barByKey(key: string, { looked, bars }: RulePicture): number | null {
  const last = bars.length - 1;
  const from = looked ?? last;
  if (key === 'ArrowLeft') return Math.max(0, from - 1);
  if (key === 'ArrowRight') return Math.min(last, from + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((top, index) => top === b[index]);
}
