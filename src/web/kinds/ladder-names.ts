import { isMessageKey } from '#web/i18n/message-key.ts';
import type { MessageKey, Text } from '#web/i18n/text.tsx';

const fields: Readonly<Record<string, MessageKey>> = {
  direction: 'ladder.direction',
  sizeType: 'ladder.sizeType',
  baseOrderType: 'ladder.baseOrderType',
  tpBasis: 'ladder.tpBasis',
  tpNetOfFees: 'ladder.tpNetOfFees',
  tpOrder: 'ladder.tpOrder',
  slBasis: 'ladder.slBasis',
  slWorkingType: 'ladder.slWorkingType',
  marginType: 'ladder.margin',
  customLevels: 'ladder.customLevels',
};

const values: Readonly<Record<string, MessageKey>> = {
  buy: 'ladder.long',
  sell: 'ladder.short',
  both: 'ladder.both',
  isolated: 'ladder.isolated',
  cross: 'ladder.cross',
  notional: 'ladder.notional',
  margin: 'ladder.marginSize',
  average: 'ladder.average',
  base: 'ladder.base',
  limit: 'ladder.limit',
  market: 'ladder.market',
  market_trigger: 'ladder.marketTrigger',
  mark: 'ladder.markPrice',
  last: 'ladder.lastPrice',
};

/** As the form has them: what is bought, how far apart, how it ends, with what leverage, how often. */
export const ladderFieldOrder: readonly string[] = [
  ...['direction', 'sizeType', 'baseOrderSize', 'baseOrderType', 'baseOrderOffsetPercent', 'baseOrderTtlS'],
  ...['safetyOrderSize', 'safetyOrdersCount', 'activeSafetyOrders', 'stepPercent', 'stepScale', 'volumeScale'],
  ...['customLevels', 'takeProfitPercent', 'tpBasis', 'tpNetOfFees', 'tpOrder', 'trailingPercent'],
  ...['stopLossPercent', 'slBasis', 'slWorkingType', 'leverage', 'marginType', 'cooldownS', 'timeLimitS'],
  ...['maxOpenCycles', 'maxCycles', 'entryConditions', 'safetyConditions'],
];

/** What a parameter of a ladder is called; null for one without a name. */
export function ladderFieldName(field: string, t: Text): string | null {
  const key: string = fields[field] ?? `ladder.field.${field}`;
  return isMessageKey(t, key) ? t(key) : null;
}

/** A chosen word of a ladder in the reader's language; null for a value that is no word. */
export function ladderValueName(value: string, t: Text): string | null {
  const key = values[value];
  return key === undefined ? null : t(key);
}
