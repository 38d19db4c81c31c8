import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { isOnPrice } from '#engine/rules/operands-of.ts';
import type { ChartCandle } from '#web/charts/candle-picture.ts';
import type { ChartLine, ChartPane, HeldSpan, RulePicture, TriggerMarker } from '#web/charts/rule-picture.ts';
import type { Text } from '#web/i18n/text.tsx';
import { operandText } from '#web/kinds/rule-words.ts';
import { decimalsOf, signOfText } from '#web/ui/values/format.ts';
import { isTree, type Tree, type TreePath, treeAt } from '../tree/condition-tree.ts';
import type { ToldTrial } from '../tree/tree-reading.ts';

/** More would leave the candles no room; the values of the others stand in the tree. */
const PANES_MAX = 4;

/** The rules of a trial by their fields, as they are in the parameters. */
export type RuleTrees = Readonly<Record<string, Tree | null>>;

type Drawn = Omit<RulePicture, 'viewKey' | 'looked'> & { readonly undrawn: readonly string[] };

const drawn = new WeakMap<ToldTrial, { readonly language: string; readonly picture: Drawn }>();

/** A trial as a chart; the same trial gives the same picture, so that an unchanged chart is not filled again. */
export function trialPicture(trial: ToldTrial, trees: RuleTrees, t: Text): Drawn {
  const known = drawn.get(trial);
  if (known !== undefined && known.language === t.language) return known.picture;
  const picture = pictureOf(trial, trees, t);
  drawn.set(trial, { language: t.language, picture });
  return picture;
}

function pictureOf(trial: ToldTrial, trees: RuleTrees, t: Text): Drawn {
  const { bars } = trial;
  const length = CANDLE_LENGTH_MS[bars.timeframe];
  const start = Date.parse(bars.start);
  const times = bars.close.map((_close, bar) => start + bar * length);
  const panes = panesOf(trial, trees, t);
  return {
    times,
    bars: times.map((time, bar) => candleAt(trial, time, bar)),
    overlays: linesOf(trial, t).filter(({ where }) => where === 'price'),
    panes: panes.slice(0, PANES_MAX),
    undrawn: panes.slice(PANES_MAX).flatMap(({ lines }) => lines.map(({ title }) => title)),
    ...marksOf(trial, { start, length, t }),
    decimals: decimalsOf(bars.close.find((close) => close !== null) ?? ''),
  };
}

function candleAt({ bars }: ToldTrial, time: number, bar: number): ChartCandle | null {
  const [open, high, low, close] = [bars.open[bar], bars.high[bar], bars.low[bar], bars.close[bar]];
  if (open == null || high == null || low == null || close == null) return null;
  return { time, open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
}

/** A value with where it is drawn: on the scale of the price, nowhere, or in the pane of this name. */
interface DrawnLine extends ChartLine {
  readonly where: string | null;
  readonly operand: Tree;
}

function linesOf({ series, bars }: ToldTrial, t: Text): readonly DrawnLine[] {
  return series.map(({ operand, timeframe, values }, index) => ({
    ...{ id: String(index), operand, where: whereOf(operand) },
    title: titleOf(operand, timeframe === bars.timeframe ? null : timeframe, t),
    values: values.map((value) => (value === null ? null : Number(value))),
  }));
}

function titleOf(operand: Tree, timeframe: string | null, t: Text): string {
  const told = timeframe === null || 'timeframe' in operand ? operand : { ...operand, timeframe };
  return operandText(told, t);
}

function whereOf(operand: Tree): string | null {
  const { ind, price, percentOf, out, src, offset, timeframe, ...params } = operand;
  if (isTree(percentOf)) return whereOf(percentOf) ?? 'price';
  if (price === 'volume') return 'volume';
  // The candles show the price of their own bars already.
  if (price !== undefined) return offset === undefined && timeframe === undefined ? null : 'price';
  // Lines of one indicator share a pane, except for one with a separate scale.
  const ownLine = isOnPrice({ ind }) && !isOnPrice({ ind, out }) ? out : '';
  return isOnPrice(operand) ? 'price' : [ind, JSON.stringify(params), src, timeframe, ownLine].join(' ');
}

function panesOf(trial: ToldTrial, trees: RuleTrees, t: Text): readonly ChartPane[] {
  const panes = new Map<string, DrawnLine[]>();
  for (const line of linesOf(trial, t))
    if (line.where !== null && line.where !== 'price') panes.set(line.where, [...(panes.get(line.where) ?? []), line]);
  return [...panes].map(([id, lines]) => ({
    ...{ id, lines },
    shape: id === 'volume' || id.startsWith('volume_ratio') ? 'columns' : 'line',
    levels: [...new Set(lines.flatMap((line) => levelsOf(trial, trees, Number(line.id))))],
  }));
}

/** The constants that a value is compared with, in any of the rules. */
function levelsOf({ rules }: ToldTrial, trees: RuleTrees, series: number): readonly number[] {
  return rules.flatMap(({ field, nodes }) =>
    nodes.flatMap(({ path, values }) => {
      if (!values.some((one) => one.series === series)) return [];
      const tree = trees[field] ?? null;
      const comparison = tree && treeAt(tree, pathOf(path));
      return Object.values(comparison ?? {}).flatMap((side) =>
        isTree(side) && 'const' in side ? [Number(side['const'])] : [],
      );
    }),
  );
}

export function pathOf(key: string): TreePath {
  return key === '' ? [] : key.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

interface Grid {
  readonly start: number;
  readonly length: number;
  readonly t: Text;
}

function marksOf({ bars, triggers }: ToldTrial, { start, length, t }: Grid): Pick<Drawn, 'markers' | 'held'> {
  const count = bars.close.length;
  const barOf = (instant: string): number => Math.ceil((Date.parse(instant) - start) / length) - 1;
  const markers: TriggerMarker[] = [];
  const held: HeldSpan[] = [];
  for (const { closedAt, direction, cycle } of triggers) {
    const [bar, end] = [barOf(closedAt), cycle?.endAt == null ? count - 1 : barOf(cycle.endAt)];
    const sign = cycle === null ? 0 : signOfText(cycle.resultPercent ?? '0');
    const tone = sign === 0 ? 'step' : sign > 0 ? 'profit' : 'loss';
    const isShown = bar >= 0 && bar < count;
    if (isShown)
      markers.push({
        id: closedAt + direction,
        bar,
        kind: cycle === null ? 'skipped' : 'entered',
        direction,
        text: '',
        tone,
      });
    if (cycle === null || end < 0 || bar >= count) continue;
    held.push({ from: Math.max(0, bar + 1), to: Math.min(end, count - 1), tone });
    if (cycle.endAt === null || end >= count) continue;
    const text = t.number(cycle.resultPercent ?? '0', { decimals: 2, sign: 'always' });
    markers.push({ id: `${closedAt}${direction} end`, bar: end, kind: 'closed', direction, text, tone });
  }
  return { markers, held };
}
