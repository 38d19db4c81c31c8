import { trimDecimal } from '#base/decimal.ts';
import { kindEntry } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { MessageKey } from '#web/i18n/text.tsx';

export interface NumberRange {
  readonly min: string;
  readonly max: string;
  /** 0 for whole numbers. */
  readonly decimals: number;
}

/** A number in the parameters of a strategy's version that a formula can change. */
export interface VersionNumber {
  /** What it is called in formulas. */
  readonly name: string;
  readonly label: MessageKey;
  readonly unit: '%' | 'USDT' | '×' | '';
  readonly decimals: number;
  /** The number and its range; null where the parameters have none, or do not use it. */
  read(params: BotParams): { readonly value: string; readonly range: NumberRange } | null;
  write(params: BotParams, value: string): BotParams;
}

/** What a formula can change in the versions of a kind's strategies. A test compares the ranges with the schemas. */
export function versionNumbers(kind: BotKind): readonly VersionNumber[] {
  return kindEntry(kind).editor === 'rules' ? ruleNumbers : ladderNumbers;
}

const amount: NumberRange = { min: '0.00000001', max: '10000000', decimals: 8 };
const scale: NumberRange = { min: '0.1', max: '10', decimals: 4 };
const step: NumberRange = { min: '0.05', max: '50', decimals: 6 };
const steps: NumberRange = { min: '0', max: '100', decimals: 0 };
const leverages: NumberRange = { min: '1', max: '125', decimals: 0 };

function numberOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? trimDecimal(value) : null;
}

interface PlainField {
  readonly field: string;
  readonly name: string;
  readonly label: MessageKey;
  readonly unit: VersionNumber['unit'];
  readonly range: NumberRange;
}

function plainNumber({ field, name, label, unit, range }: PlainField): VersionNumber {
  const { decimals } = range;
  return {
    ...{ name, label, unit, decimals },
    read(params) {
      const value = numberOf(params[field]);
      return value === null ? null : { value, range };
    },
    write: (params, value) => ({ ...params, [field]: decimals === 0 ? Number(value) : value }),
  };
}

/** Steps that are listed one by one have their own distances and sizes. */
function scaledNumber(field: PlainField): VersionNumber {
  const plain = plainNumber(field);
  return { ...plain, read: (params) => (Array.isArray(params['customLevels']) ? null : plain.read(params)) };
}

const ladderNumbers: readonly VersionNumber[] = [
  plainNumber({
    ...{ field: 'baseOrderSize', name: 'base_order_size', label: 'ladder.field.baseOrderSize' },
    ...{ unit: 'USDT', range: amount },
  }),
  scaledNumber({
    ...{ field: 'safetyOrderSize', name: 'safety_order_size', label: 'ladder.field.safetyOrderSize' },
    ...{ unit: 'USDT', range: amount },
  }),
  scaledNumber({
    ...{ field: 'safetyOrdersCount', name: 'safety_orders_count', label: 'ladder.field.safetyOrdersCount' },
    ...{ unit: '', range: steps },
  }),
  scaledNumber({
    ...{ field: 'stepPercent', name: 'step_percent', label: 'ladder.field.stepPercent' },
    ...{ unit: '%', range: step },
  }),
  scaledNumber({
    ...{ field: 'stepScale', name: 'step_scale', label: 'ladder.field.stepScale' },
    ...{ unit: '×', range: scale },
  }),
  scaledNumber({
    ...{ field: 'volumeScale', name: 'volume_scale', label: 'ladder.field.volumeScale' },
    ...{ unit: '×', range: scale },
  }),
];

const share = (max: string): NumberRange => ({ min: '0.01', max, decimals: 6 });

/** By the type of the size: an amount and a share of the capital are not calculated by one formula. */
const amounts: Readonly<Record<string, NumberRange>> = { fixed_notional: amount, fixed_margin: amount };
const shares: Readonly<Record<string, NumberRange>> = {
  equity_percent: share('10000'),
  risk_percent: share('100'),
  volatility_target: share('100'),
};

interface SizeField extends Pick<VersionNumber, 'name' | 'label' | 'unit' | 'decimals'> {
  readonly ranges: Readonly<Record<string, NumberRange>>;
}

const sizeNumber = ({ ranges, ...named }: SizeField): VersionNumber => ({
  ...named,
  read(params) {
    const { type, value } = sizingOf(params);
    const [range, number] = [ranges[String(type)], numberOf(value)];
    return range === undefined || number === null ? null : { value: number, range };
  },
  write: (params, value) => ({ ...params, sizing: { ...sizingOf(params), value } }),
});

function sizingOf({ sizing }: BotParams): Readonly<Record<string, unknown>> {
  return typeof sizing === 'object' && sizing !== null ? { ...sizing } : {};
}

const ruleNumbers: readonly VersionNumber[] = [
  sizeNumber({ name: 'size', label: 'formula.size', unit: 'USDT', decimals: 8, ranges: amounts }),
  sizeNumber({ name: 'size_percent', label: 'formula.sizeShare', unit: '%', decimals: 6, ranges: shares }),
  plainNumber({ field: 'leverage', name: 'leverage', label: 'ladder.field.leverage', unit: '×', range: leverages }),
];
