import type { BotParams } from '#engine/model/bot-params.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import type { MessageKey, Text } from '#web/i18n/text.tsx';

const fields: Readonly<Record<string, MessageKey>> = {
  version: 'rule.version',
  symbols: 'rule.symbols',
  timeframe: 'rule.timeframe',
  leverage: 'ladder.field.leverage',
  marginType: 'ladder.margin',
  sizing: 'rule.sizing',
  buy: 'ladder.long',
  sell: 'ladder.short',
  cooldownS: 'ladder.field.cooldownS',
  maxOpenCycles: 'ladder.field.maxOpenCycles',
};

/** As the form has them: when it acts, how much, on which market. */
export const ruleFieldOrder: readonly string[] = [
  ...['timeframe', 'buy', 'sell', 'sizing', 'leverage', 'marginType'],
  ...['cooldownS', 'maxOpenCycles', 'symbols', 'version'],
];

const values: Readonly<Record<string, MessageKey>> = { isolated: 'ladder.isolated', cross: 'ladder.cross' };

/** Whether an exit follows from the rules of a direction: the bot has one, but no percentage that all its directions share. */
export function rulesSetExit({ buy, sell }: BotParams, exit: 'takeProfit' | 'stopLoss'): boolean {
  const sides = [buy, sell].filter(isRecord);
  const stopOf = ({ stop }: Readonly<Record<string, unknown>>) => (isRecord(stop) ? stop : null);
  const exits = sides.map((side) => (exit === 'stopLoss' ? stopOf(side) : (side['takeProfitPercent'] ?? null)));
  const percents = exits.map((one) => (isRecord(one) ? (one['type'] === 'percent' ? one['value'] : null) : one));
  return exits.some((one) => one !== null) && (new Set(percents).size > 1 || percents[0] === null);
}

/** The rule that opens the cycles of a direction. */
export function sideRule(params: BotParams, direction: 'buy' | 'sell'): unknown {
  const side = params[direction];
  return isRecord(side) ? (side['enter'] ?? null) : null;
}

/** What a parameter of a strategy of rules is called; null for one without a name. */
export function ruleFieldName(field: string, t: Text): string | null {
  const key = fields[field];
  return key === undefined ? null : t(key);
}

/** A parameter in words: a direction as its rules and exits, a size as what it is a share of; null where it is a plain value. */
export function ruleValueText(value: unknown, t: Text): string | null {
  if (typeof value === 'string') return values[value] === undefined ? null : t(values[value]);
  if (!isRecord(value)) return null;
  return 'enter' in value ? sideText(value, t) : sizingText(value, t);
}

function sizingText({ type, value }: Readonly<Record<string, unknown>>, t: Text): string | null {
  const key = `rule.sizing.${type}`;
  return isMessageKey(t, key) ? t(key, { value: t.number(String(value)) }) : null;
}

function sideText(side: Readonly<Record<string, unknown>>, t: Text): string {
  const { enter, exit, takeProfitPercent, trailingPercent, stop } = side;
  const percent = (key: MessageKey, value: unknown) =>
    value === null || value === undefined ? [] : [t(key, { value: t.number(String(value)) })];
  return [
    t('rule.enter', { rule: ruleText(enter, t) }),
    ...(exit === null || exit === undefined ? [] : [t('rule.exit', { rule: ruleText(exit, t) })]),
    ...percent('rule.takeProfit', takeProfitPercent),
    ...percent('rule.trailing', trailingPercent),
    ...(isRecord(stop) ? [stopText(stop, t)] : []),
  ].join('; ');
}

function stopText({ type, value, mult, n }: Readonly<Record<string, unknown>>, t: Text): string {
  return type === 'atr'
    ? t('rule.stopByRange', { mult: t.number(String(mult)), bars: String(n) })
    : t('rule.stop', { value: t.number(String(value)) });
}

/** A condition of a rule, and where it stands in it. */
export interface RulePart {
  /** Fields and places, joined by dots; empty for the whole rule. */
  readonly path: string;
  readonly depth: number;
  readonly condition: Readonly<Record<string, unknown>>;
}

/** Every condition of a rule, each before its parts. */
export function ruleParts(condition: unknown, path: readonly (string | number)[] = []): readonly RulePart[] {
  if (!isRecord(condition)) return [];
  const { all, any, not, cond } = condition;
  const listed = (name: string, parts: unknown) =>
    Array.isArray(parts) ? parts.flatMap((part, index) => ruleParts(part, [...path, name, index])) : [];
  return [
    { path: path.join('.'), depth: path.filter((step) => typeof step === 'string').length, condition },
    ...listed('all', all),
    ...listed('any', any),
    ...ruleParts(not, [...path, 'not']),
    ...ruleParts(cond, [...path, 'cond']),
  ];
}

/** A condition in one line; parts in brackets where they are grouped differently from their surroundings. */
export function ruleText(condition: unknown, t: Text): string {
  if (!isRecord(condition)) return '';
  if (Array.isArray(condition['all'])) return joined(condition['all'], 'rule.and', t);
  if (Array.isArray(condition['any'])) return joined(condition['any'], 'rule.or', t);
  if ('not' in condition) return t('rule.not', { rule: ruleText(condition['not'], t) });
  const { op, a, b, n, cond, low, high } = condition;
  const key = `rule.op.${op}`;
  if (!isMessageKey(t, key)) return '';
  return t(key, {
    rule: cond === undefined ? '' : ruleText(cond, t),
    ...{ a: operandText(a, t), b: operandText(b, t), low: operandText(low, t), high: operandText(high, t) },
    n: String(n),
  });
}

/** A part of a sentence: a value that is compared, or the words between two. */
export interface RuleSpan {
  readonly text: string;
  readonly isValue: boolean;
}

/** A comparison in one line, with its values apart from the words that relate them. */
export function comparisonSpans(comparison: Readonly<Record<string, unknown>>, t: Text): readonly RuleSpan[] {
  const { op, n } = comparison;
  const key = `rule.op.${op}`;
  if (!isMessageKey(t, key)) return [];
  const marks = Object.fromEntries(VALUE_NAMES.map((name) => [name, `${MARK}${name}${MARK}`]));
  const spans = t(key, { ...marks, n: String(n) }).split(MARK);
  return spans
    .map((text, index) => (index % 2 === 0 ? { text, isValue: false } : valueSpan(comparison[text], t)))
    .filter(({ text }) => text !== '');
}

const VALUE_NAMES = ['a', 'b', 'low', 'high'] as const;
/** Occurs in no sentence. */
const MARK = '\u0000';

const valueSpan = (operand: unknown, t: Text): RuleSpan => ({ text: operandText(operand, t), isValue: true });

function joined(parts: readonly unknown[], key: MessageKey, t: Text): string {
  return parts
    .map((part) => (isRecord(part) && ('all' in part || 'any' in part) ? `(${ruleText(part, t)})` : ruleText(part, t)))
    .join(` ${t(key)} `);
}

/** A value as charts write it: RSI(14), MACD(12, 26, 9).signal on 1h. */
export function operandText(operand: unknown, t: Text): string {
  if (!isRecord(operand)) return '';
  const { const: constant, price, pos, percentOf, p, ind, out, timeframe, offset, ...params } = operand;
  if (constant !== undefined) return t.number(String(constant));
  if (percentOf !== undefined) return t('rule.percentOf', { p: t.number(String(p)), value: operandText(percentOf, t) });
  const positionKey = `rule.pos.${pos}`;
  if (isMessageKey(t, positionKey)) return t(positionKey);
  const priceKey = `rule.price.${price}`;
  const name = isMessageKey(t, priceKey) ? t(priceKey) : indicatorText({ ind, out, params }, t);
  return [
    name,
    ...(timeframe === undefined ? [] : [t('rule.onTimeframe', { timeframe: String(timeframe) })]),
    ...(offset === undefined || offset === 0 ? [] : [t('rule.barsAgo', { n: String(offset) })]),
  ].join(' ');
}

interface Named {
  readonly ind: unknown;
  readonly out: unknown;
  readonly params: Readonly<Record<string, unknown>>;
}

function indicatorText({ ind, out, params }: Named, t: Text): string {
  const numbers = Object.values(params).map((value) => (isNumber(value) ? t.number(String(value)) : value));
  const asked = numbers.length === 0 ? '' : `(${numbers.join(', ')})`;
  return `${String(ind).toUpperCase()}${asked}${out === undefined ? '' : `.${out}`}`;
}

/** A factor may be sent as a decimal. */
function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
