import { type Text, useText } from '#web/i18n/text.tsx';
import css from './ladder-gauge.module.css';

interface LadderGaugeProps {
  readonly direction: 'buy' | 'sell';
  /** Prices, base first; empty while flat. */
  readonly levels: readonly string[];
  /** Safety orders filled. */
  readonly filled: number;
  readonly average: string | null;
  readonly mark: string | null;
  readonly takeProfit: string | null;
  readonly liquidation: string | null;
  /** Takes the whole width of its parent, as on the phone. */
  readonly isWide?: boolean;
}

const WIDTH = 118;
/** On the phone the bar is drawn about as wide as its card, so that its marks keep their shape. */
const WIDTH_WIDE = 340;
const HEIGHT = 20;
const EDGE = 4;
const MIDDLE = 13;
/** The scale reaches this many spans of the ladder to the side of the danger; what lies beyond stands at the edge. */
const SPANS_MAX = 2;
/** From the edge to the break in the bar. */
const BREAK = 9;

/** Danger on the left and gain on the right, also for shorts: liquidation, steps, average, take profit and mark. */
export function LadderGauge(props: LadderGaugeProps) {
  const sentence = useSentence(props);
  const found = scaleOf(props);
  if (found === null) return <span className={css['flat']}>{sentence}</span>;
  const scale = found.at;
  const { average, mark, takeProfit, liquidation } = props;
  const width = widthOf(props);
  const isGain = average !== null && mark !== null && scale(mark) >= scale(average);
  return (
    <svg
      className={css['bar']}
      data-result={isGain ? 'gain' : 'loss'}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={props.isWide ? '100%' : WIDTH}
      {...(props.isWide ? {} : { height: HEIGHT })}
      role="img"
      aria-label={sentence}
    >
      <line className={css['rail']} x1={EDGE} x2={width - EDGE} y1={MIDDLE} y2={MIDDLE} />
      {average !== null && mark !== null ? (
        <line className={css['result']} x1={scale(average)} x2={scale(mark)} y1={MIDDLE} y2={MIDDLE} />
      ) : null}
      {liquidation === null ? null : <Tick className="liquidation" x={scale(liquidation)} />}
      {found.isBroken ? <Break /> : null}
      {props.levels.map((price, level) => (
        <rect
          // No two steps of a ladder have the same price.
          key={price}
          className={css[level <= props.filled ? 'filled' : 'open']}
          x={scale(price) - 2}
          y={MIDDLE - 2}
          width={4}
          height={4}
        />
      ))}
      {average === null ? null : <Tick className="average" x={scale(average)} />}
      {takeProfit === null ? null : <Tick className="takeProfit" x={scale(takeProfit)} />}
      {mark === null ? null : <path className={css['mark']} d={`M${scale(mark) - 3.5},2h7l-3.5,4.5z`} />}
    </svg>
  );
}

function Tick({ className, x }: { readonly className: string; readonly x: number }) {
  return <line className={css[className]} x1={x} x2={x} y1={MIDDLE - 5} y2={MIDDLE + 5} />;
}

/** Two slanted strokes where the scale leaves something out. */
function Break() {
  return (
    <g data-break>
      <path className={css['gap']} d={`M${BREAK},${MIDDLE}h4`} />
      <path className={css['break']} d={`M${BREAK - 1},${MIDDLE + 4}l3,-8m1,8l3,-8`} />
    </g>
  );
}

const widthOf = ({ isWide = false }: LadderGaugeProps): number => (isWide ? WIDTH_WIDE : WIDTH);

interface Scale {
  /** From a price to its x coordinate. */
  readonly at: (price: string) => number;
  /** Whether the liquidation lies beyond the scale; then the bar is broken and its tick stands at the edge. */
  readonly isBroken: boolean;
}

/**
 * Null while flat. The bar ends at the farther of base and take profit; on the side of the danger at the liquidation, or
 * at twice the ladder when that is farther away, because a far liquidation would press the steps into one point.
 */
function scaleOf(props: LadderGaugeProps): Scale | null {
  const { levels, average, mark, takeProfit, liquidation, direction } = props;
  if (levels.length === 0) return null;
  const sign = direction === 'buy' ? 1 : -1;
  const gain = (price: string) => sign * Number(price);
  const own = [...levels, average, mark, takeProfit].filter((price) => price !== null).map(gain);
  const [low, high] = [Math.min(...own), Math.max(...own)];
  const farthest = high - (high - low) * SPANS_MAX;
  const isBroken = liquidation !== null && gain(liquidation) < farthest;
  const from = isBroken ? farthest : Math.min(low, liquidation === null ? low : gain(liquidation));
  const width = high === from ? 1 : high - from;
  return {
    isBroken,
    at: (price) => EDGE + (Math.max(gain(price) - from, 0) / width) * (widthOf(props) - 2 * EDGE),
  };
}

function useSentence(props: LadderGaugeProps): string {
  const t = useText();
  if (props.levels.length === 0) return t('ladder.flat');
  const total = props.levels.length - 1;
  const next = props.levels[props.filled + 1] ?? null;
  const parts = [t('ladder.steps', { filled: props.filled, total })];
  if (next !== null && props.mark !== null) parts.push(t('ladder.next', { percent: distance(props.mark, next, t) }));
  if (props.liquidation !== null && props.mark !== null) {
    parts.push(t('ladder.liquidation', { percent: distance(props.mark, props.liquidation, t) }));
  }
  return parts.join(', ');
}

function distance(from: string, to: string, t: Text): string {
  const percent = (Number(to) / Number(from) - 1) * 100;
  return t.number(percent.toFixed(4), { decimals: 2, sign: 'always' });
}
