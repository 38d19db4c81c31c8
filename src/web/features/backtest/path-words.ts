import { toCamel } from 'ts-case-convert';
import { isDecimal, trimDecimal } from '#base/decimal.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Text } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import '#web/kinds/kind-views.ts';
import { ruleText } from '#web/kinds/rule-words.ts';

/** The strategy in which a path names a parameter. */
export interface PathOf {
  readonly kind: BotKind;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a parameter of a grid is called, with its unit: "First step, %". @param path - in snake_case, joined by dots */
export function pathTitle(path: string, { kind, params }: PathOf, t: Text): string {
  const [first = '', ...rest] = path.split('.').map(toCamel);
  const name = kindView(kind).bots?.fieldName(first, t) ?? first;
  const last = rest.at(-1) ?? first;
  const unit = unitOf(last);
  const title = rest.length === 0 ? name : `${name}: ${innerName(rest, params[first], t)}`;
  return unit === null ? title : `${title}, ${unit}`;
}

const units: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/Percent$/, '%'],
  [/Size$/, 'USDT'],
  [/(?:Scale|leverage)$/, '×'],
  [/[a-z]S$/, 's'],
];

function unitOf(field: string): string | null {
  return units.find(([ending]) => ending.test(field))?.[1] ?? null;
}

/** A part of a rule, told by the condition in which it is: "RSI(14) crosses above 30, b.const". */
function innerName(steps: readonly string[], whole: unknown, t: Text): string {
  let [value, rule, since] = [whole, '', 0];
  for (const [index, step] of steps.entries()) {
    if (!isRecord(value)) break;
    value = value[step];
    if (isRecord(value) && typeof value['op'] === 'string') [rule, since] = [ruleText(value, t), index + 1];
  }
  const rest = steps.slice(since).join('.');
  return rule === '' ? rest : `${rule}, ${rest}`;
}

/** A value of a grid as it is shown; null switches its parameter off. */
export function gridValueText(value: string | null, kind: BotKind, t: Text): string {
  if (value === null) return t('backtest.off');
  if (isDecimal(value)) return t.number(trimDecimal(value));
  if (value === 'true' || value === 'false') return t(`backtest.value.${value}`);
  return kindView(kind).bots?.valueText(value, t) ?? value;
}

/** A value of a grid for a file: a number as it is stored, a word as it is shown. */
export function exactGridValue(value: string | null, kind: BotKind, t: Text): string {
  return value !== null && isDecimal(value) ? trimDecimal(value) : gridValueText(value, kind, t);
}

/** The values of a point in the order of the grid: "1.8 / 0.8". */
export function pointText(point: readonly { readonly value: string | null }[], kind: BotKind, t: Text): string {
  return point.map(({ value }) => gridValueText(value, kind, t)).join(' / ');
}

/** A parameter that a grid may vary, with what the strategy sets. */
export interface GridPath {
  readonly path: string;
  readonly value: string | number | boolean | null;
}

/** Words of a rule that say what it is, and not how much. */
const FIXED = new Set(['op', 'ind', 'out', 'price', 'pos', 'type', 'trigger', 'version', 'symbols', 'rule_version']);
/** Parameters with a shape of their own, which a list of values cannot describe. */
const SHAPED = new Set(['custom_levels', 'entry_conditions', 'safety_conditions']);

/** Every parameter that a grid may vary, in the order of the strategy. @param params - names in snake_case */
export function gridPaths(params: unknown, path: readonly string[] = []): readonly GridPath[] {
  if (Array.isArray(params)) return params.flatMap((part, index) => gridPaths(part, [...path, String(index)]));
  if (isRecord(params)) {
    return Object.entries(params).flatMap(([name, value]) =>
      FIXED.has(name) || SHAPED.has(name) ? [] : gridPaths(value, [...path, name]),
    );
  }
  const isLeaf = params === null || ['string', 'number', 'boolean'].includes(typeof params);
  return isLeaf && path.length > 0 ? [{ path: path.join('.'), value: params as GridPath['value'] }] : []; // Told by its type above.
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
