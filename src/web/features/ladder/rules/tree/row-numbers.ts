import type { Text } from '#web/i18n/text.tsx';
import { isTree, type Tree } from './condition-tree.ts';
import type { NodeTruth } from './tree-reading.ts';

const SIGNS: Readonly<Record<string, string>> = { gt: '>', gte: '≥', lt: '<', lte: '≤' };

/** What a comparison compared at the bar: "44.71", "27.8 → 31.0" for a crossing, "3,674.03 > 3,602.18" for two values. */
export function numbersText({ op, a, b }: Tree, { now, before }: NodeTruth, t: Text): string {
  const value = (told: string | null | undefined) => (told == null ? '–' : shortNumber(told, t));
  const [first, second] = [isConstant(a) ? null : now['a'], isConstant(b) ? null : now['b']];
  if (op === 'crosses_above' || op === 'crosses_below') return `${value(before['a'])} → ${value(now['a'])}`;
  if (second === undefined || second === null || isConstant(b)) return value(first ?? now['a'] ?? now['b']);
  const isHigher = Number(first) > Number(second);
  const sign = first === null || first === undefined ? SIGNS[String(op)] : isHigher ? '>' : '≤';
  return `${value(first)} ${sign ?? '/'} ${value(second)}`;
}

const isConstant = (operand: unknown): boolean => isTree(operand) && 'const' in operand;

/** Digits that tell the size of a statistic; prices keep two decimals, small ones more. */
export function shortNumber(decimal: string, t: Text): string {
  const size = Math.abs(Number(decimal));
  const decimals = size >= 1 || size === 0 ? 2 : size >= 0.01 ? 4 : 6;
  return t.number(decimal, { decimals });
}
