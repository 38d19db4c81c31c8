import { assert } from '#base/assert.ts';
import type { BarInput } from '../indicators/bar-input.ts';
import type { Indicator } from '../indicators/indicator.ts';
import type { IndicatorParams } from '../indicators/params.ts';
import { parseIndicatorParams } from '../indicators/parse-params.ts';
import { INDICATORS, indicatorOf } from '../indicators/registry.ts';
import type { Complaint } from './chosen.ts';
import type { IndicatorOperand } from './rule.ts';

/** What stored candles tell. */
const STORED = ['time', 'open', 'high', 'low', 'close', 'volume'] as const satisfies readonly BarInput[];
export type RuleInput = (typeof STORED)[number];

const isStored = (input: BarInput): input is RuleInput => STORED.some((name) => name === input);

/** Series that nobody stores. An indicator that reads one is accepted, and unknown at every bar. */
const UNSTORED = ['open_interest', 'predicted_funding_rate'] as const satisfies readonly BarInput[];

const isUnstored = (input: BarInput): boolean => UNSTORED.some((name) => name === input);

/** An indicator of a rule, ready to be computed. */
export interface AskedIndicator {
  readonly indicator: Indicator;
  readonly params: IndicatorParams;
  readonly out: string;
  readonly reads: readonly RuleInput[];
  /** The series it reads that are not stored: without them its value is unknown. */
  readonly unstored: readonly BarInput[];
}

/** Reads an operand that `indicatorComplaints` has found nothing wrong with. */
export function askedIndicator(operand: IndicatorOperand): AskedIndicator {
  const indicator = indicatorOf(operand.ind);
  assert(indicator !== null, `the indicator ${operand.ind} was checked`);
  const parsed = parseIndicatorParams(indicator, ownParams(operand));
  assert(parsed.kind === 'parsed', `the parameters of ${operand.ind} were checked`);
  const { params } = parsed;
  const out = operand.out ?? Object.keys(indicator.outputs)[0] ?? '';
  const inputs = indicator.inputs(params);
  return { indicator, params, out, reads: inputs.filter(isStored), unstored: inputs.filter(isUnstored) };
}

/** Why a rule cannot use this indicator with these parameters. */
export function indicatorComplaints(operand: IndicatorOperand): readonly Complaint[] {
  const indicator = indicatorOf(operand.ind);
  if (indicator === null) {
    return [{ path: ['ind'], sentence: `must be one of ${INDICATORS.map(({ id }) => id).join(', ')}` }];
  }
  const outputs = Object.keys(indicator.outputs);
  if (operand.out !== undefined && !outputs.includes(operand.out)) {
    return [{ path: ['out'], sentence: `must be one of ${outputs.join(', ')}` }];
  }
  const parsed = parseIndicatorParams(indicator, ownParams(operand));
  if (parsed.kind === 'refused') return [{ path: parsed.path === '' ? [] : [parsed.path], sentence: parsed.sentence }];
  const missing = indicator.inputs(parsed.params).filter((input) => !isStored(input) && !isUnstored(input));
  if (missing.length === 0) return [];
  return [{ path: ['ind'], sentence: `reads ${missing.join(' and ')}, which candles do not tell` }];
}

function ownParams({
  ind: _,
  out: __,
  timeframe: ___,
  ...params
}: IndicatorOperand): Readonly<Record<string, unknown>> {
  return params;
}
