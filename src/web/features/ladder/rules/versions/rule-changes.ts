import type { BotParams } from '#engine/model/bot-params.ts';
import type { Text } from '#web/i18n/text.tsx';
import { ruleFieldName, ruleText, ruleValueText } from '#web/kinds/rule-words.ts';
import { isTree } from '../tree/condition-tree.ts';

/** A part of a strategy that two versions set differently, in words. */
export interface RuleChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The parts that differ: rules and exits of each direction apart, everything else by its field. */
export function ruleChanges(before: BotParams, after: BotParams, t: Text): readonly RuleChange[] {
  const [old, now] = [partsOf(before, t), partsOf(after, t)];
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names
    .map((name) => ({ name, before: old.get(name) ?? '–', after: now.get(name) ?? '–' }))
    .filter((change) => change.before !== change.after);
}

const SIDES = { buy: ['rules.openLong', 'rules.closeLong'], sell: ['rules.openShort', 'rules.closeShort'] } as const;

function partsOf({ version: _, ...params }: BotParams, t: Text): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const [field, value] of Object.entries(params)) {
    if (value === null || value === undefined) continue;
    if ((field === 'buy' || field === 'sell') && isTree(value)) {
      const [open, close] = SIDES[field];
      const { enter, exit, ...exits } = value;
      parts.set(t(open), triggered(enter, t));
      if (exit !== null && exit !== undefined) parts.set(t(close), triggered(exit, t));
      for (const [name, told] of Object.entries(exits))
        if (told !== null) parts.set(`${ruleFieldName(field, t)}: ${exitName(name, t)}`, exitText(told, t));
    } else parts.set(ruleFieldName(field, t) ?? field, ruleValueText(value, t) ?? plainText(value, t));
  }
  return parts;
}

function triggered(rule: unknown, t: Text): string {
  const isLevel = isTree(rule) && rule['trigger'] === 'level';
  return `${ruleText(rule, t)} (${t(isLevel ? 'rules.trigger.level' : 'rules.trigger.edge')})`;
}

function exitName(name: string, t: Text): string {
  if (name === 'takeProfitPercent') return t('rules.takeProfit');
  if (name === 'trailingPercent') return t('rules.trailing');
  return name === 'stop' ? t('rules.stop') : name;
}

function exitText(value: unknown, t: Text): string {
  if (!isTree(value)) return `${t.number(String(value))}\u00a0%`;
  const { type, n, mult } = value;
  return type === 'atr'
    ? t('rule.stopByRange', { mult: t.number(String(mult)), bars: String(n) })
    : `${t.number(String(value['value']))}\u00a0%`;
}

function plainText(value: unknown, t: Text): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'number' ? t.number(String(value)) : String(value);
}
