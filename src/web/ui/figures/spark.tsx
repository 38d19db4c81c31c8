import css from './spark.module.css';

interface SparkProps {
  /** Decimal strings, oldest first. Only the shape is drawn; a cell shows the value itself. */
  readonly values: readonly string[];
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
  readonly isFilled?: boolean;
}

const EDGE = 3;

/** A grey line with an end dot in the colour of the change, and a dashed zero when the values cross it. */
export function Spark({ values, label, width = 72, height = 20, isFilled = false }: SparkProps) {
  const numbers = values.map(Number);
  if (numbers.length < 2) return <span className={css['empty']} style={{ width, height }} />;
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const scale = high === low ? 0 : (height - 2 * EDGE) / (high - low);
  const y = (value: number) => (scale === 0 ? height / 2 : height - EDGE - (value - low) * scale);
  const x = (index: number) => EDGE + (index * (width - 2 * EDGE)) / (numbers.length - 1);
  const line = numbers.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const first = numbers[0] ?? 0;
  const last = numbers[numbers.length - 1] ?? 0;
  const tone = last === first ? 'flat' : last > first ? 'gain' : 'loss';
  return (
    <svg className={css['spark']} data-tone={tone} width={width} height={height} role="img" aria-label={label}>
      {isFilled ? (
        <polygon className={css['area']} points={`${EDGE},${height} ${line} ${width - EDGE},${height}`} />
      ) : null}
      {low < 0 && high > 0 ? <line className={css['zero']} x1={0} x2={width} y1={y(0)} y2={y(0)} /> : null}
      <polyline className={css['line']} points={line} />
      <circle className={css['dot']} cx={x(numbers.length - 1)} cy={y(last)} r={2.25} />
    </svg>
  );
}
