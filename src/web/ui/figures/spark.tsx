import css from './spark.module.css';

/** Something that happened at a value of the line, or between two. */
export interface SparkMark {
  /** Place among the values, from 0; a mark outside them is not drawn. */
  readonly at: number;
  /** Decimal string; one beyond the line's highest or lowest is drawn at the edge. */
  readonly value: string;
  readonly way: 'up' | 'down';
  readonly isHollow: boolean;
}

interface SparkProps {
  /** Decimal strings, oldest first. Only the shape is drawn; a cell shows the value itself. */
  readonly values: readonly string[];
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
  readonly isFilled?: boolean;
  readonly marks?: readonly SparkMark[];
}

const EDGE = 3;
const MARK = { half: 3.5, height: 6, gap: 1.5 } as const;

/** A grey line with an end dot in the colour of the change, and a dashed zero when the values cross it. */
export function Spark({ values, label, width = 72, height = 20, isFilled = false, marks = [] }: SparkProps) {
  const numbers = values.map(Number);
  if (numbers.length < 2) return <span className={css['empty']} style={{ width, height }} />;
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const edge = marks.length === 0 ? EDGE : EDGE + MARK.gap + MARK.height;
  const scale = high === low ? 0 : (height - 2 * edge) / (high - low);
  const y = (value: number) => (scale === 0 ? height / 2 : height - edge - (value - low) * scale);
  const x = (index: number) => EDGE + (index * (width - 2 * EDGE)) / (numbers.length - 1);
  const line = numbers.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const first = numbers[0] ?? 0;
  const last = numbers[numbers.length - 1] ?? 0;
  const tone = last === first ? 'flat' : last > first ? 'gain' : 'loss';
  return (
    <svg
      className={css['spark']}
      data-tone={tone}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {isFilled ? (
        <polygon className={css['area']} points={`${EDGE},${height} ${line} ${width - EDGE},${height}`} />
      ) : null}
      {low < 0 && high > 0 ? <line className={css['zero']} x1={0} x2={width} y1={y(0)} y2={y(0)} /> : null}
      <polyline className={css['line']} points={line} />
      {marks
        .filter(({ at }) => at >= 0 && at <= numbers.length - 1)
        .map(({ at, value, way, isHollow }) => (
          <path
            key={`${at} ${way}`}
            className={css['mark']}
            data-way={way}
            data-hollow={isHollow || undefined}
            d={markPath(x(at), y(Math.min(high, Math.max(low, Number(value)))), way)}
          />
        ))}
      <circle className={css['dot']} cx={x(numbers.length - 1)} cy={y(last)} r={2.25} />
    </svg>
  );
}

/** A triangle that points at the price: upwards from below it, or downwards from above. */
function markPath(x: number, y: number, way: SparkMark['way']): string {
  const sign = way === 'up' ? 1 : -1;
  const [tip, base] = [y + sign * MARK.gap, y + sign * (MARK.gap + MARK.height)];
  const point = (px: number, py: number) => `${px.toFixed(1)} ${py.toFixed(1)}`;
  return `M${point(x, tip)}L${point(x + MARK.half, base)}L${point(x - MARK.half, base)}Z`;
}
