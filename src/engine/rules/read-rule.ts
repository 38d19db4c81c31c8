import * as z from 'zod/mini';
import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import { isDecimal } from '#base/decimal.ts';
import { whole } from '../model/number-fields.ts';
import { levelComplaints } from './arbitrary-levels.ts';
import { type Complaint, chosen, complaining, issuesOf } from './chosen.ts';
import { indicatorComplaints } from './indicator-complaints.ts';
import {
  type Condition,
  compareOps,
  crossOps,
  type IndicatorOperand,
  type Operand,
  partsOf,
  positionFields,
  priceFields,
  type Rule,
  rangeOps,
  ruleTriggers,
  shapeOps,
  timeOps,
} from './rule.ts';

/** Groups and times within each other. */
const DEPTH_MAX = 5;
/** Comparisons of a rule. */
const LEAVES_MAX = 50;
/** Conditions of a group. */
const PARTS_MAX = 50;
/** Levels of the JSON text, so that nothing recurses deeper than the deepest rule that is allowed. */
const NESTING_MAX = 24;
/** Bars of a time or a shape, and of an offset. */
const BARS_MAX = 500;

const timeframes = Object.keys(CANDLE_LENGTH_MS) as CandleInterval[]; // The names of the lengths are its only keys.
/** One of several names; the complaint lists them. */
const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` });
const timeframe = oneOf(timeframes);
const decimal = z
  .string()
  .check(z.maxLength(40), z.refine(isDecimal, { error: 'must be a decimal number in a string, such as "1.5"' }));

const operand: z.ZodMiniType<Operand> = z.lazy(() => chosen<Operand>(operandSchema));

const price = z.strictObject({
  price: oneOf(priceFields),
  timeframe: z.optional(timeframe),
  offset: z.optional(whole(0, BARS_MAX)),
});
const constant = z.strictObject({ const: decimal });
const percent = z.strictObject({ percentOf: operand, p: decimal });
const position = z.strictObject({ pos: oneOf(positionFields) });

function operandSchema(given: Readonly<Record<string, unknown>>): z.ZodMiniType<Operand> | string {
  if ('price' in given) return price;
  if ('ind' in given) return indicator;
  if ('const' in given) return constant;
  if ('pos' in given) return position;
  return 'percentOf' in given ? percent : 'needs one of the fields price, ind, const, percent_of and pos';
}

const indicator: z.ZodMiniType<IndicatorOperand> = z
  .looseObject({ ind: z.string(), out: z.optional(z.string()), timeframe: z.optional(timeframe) })
  .check(complaining(indicatorComplaints));

const condition: z.ZodMiniType<Condition> = z.lazy(() => chosen<Condition>(conditionSchema));
const parts = z.array(condition).check(z.minLength(1), z.maxLength(PARTS_MAX));
const bars = whole(1, BARS_MAX);

const groups = {
  all: z.strictObject({ all: parts }),
  any: z.strictObject({ any: parts }),
  not: z.strictObject({ not: condition }),
};

const operators = [
  z.strictObject({ op: z.enum(compareOps), a: operand, b: operand }),
  z.strictObject({ op: z.enum(rangeOps), a: operand, low: operand, high: operand }),
  z.strictObject({ op: z.enum(crossOps), a: operand, b: operand }),
  z.strictObject({ op: z.enum(shapeOps), a: operand, n: bars }),
  z.strictObject({ op: z.enum(timeOps), n: bars, cond: condition }),
];
const opNames: readonly string[] = [...compareOps, ...rangeOps, ...crossOps, ...shapeOps, ...timeOps];

function conditionSchema(given: Readonly<Record<string, unknown>>): z.ZodMiniType<Condition> | string {
  if ('all' in given) return groups.all;
  if ('any' in given) return groups.any;
  if ('not' in given) return groups.not;
  if (!('op' in given)) return 'needs one of the fields all, any, not and op';
  const found = operators.find(({ shape }) => shape.op.safeParse(given['op']).success);
  return found ?? `has an operator that is none of ${opNames.join(', ')}`;
}

const head = z.object({ timeframe, trigger: z._default(oneOf(ruleTriggers), 'edge') });

/**
 * The schema of a rule. Every complaint names the field by its path; a rule that is nested too deeply, or compares too
 * often, is refused as a whole.
 */
export const ruleSchema: z.ZodMiniType<Rule> = z
  .pipe(
    z.record(z.string(), z.unknown()),
    z.transform((given, context): Rule => {
      if (isNestedBeyond(given, NESTING_MAX)) {
        context.issues.push({
          code: 'custom',
          message: `is nested more than ${NESTING_MAX} levels deep`,
          input: given,
        });
        return z.NEVER;
      }
      const { timeframe: _, trigger: __, ...rest } = given;
      const [own, tree] = [head.safeParse(given), condition.safeParse(rest)];
      if (own.success && tree.success) return { ...own.data, ...tree.data };
      for (const { error } of [own, tree]) if (error) context.issues.push(...issuesOf(error));
      return z.NEVER;
    }),
  )
  .check(complaining(sizeComplaints), complaining(levelComplaints));

function sizeComplaints(whole: Rule): readonly Complaint[] {
  const { depth, leaves } = sizeOf(whole);
  return [
    ...(depth > DEPTH_MAX ? [`nests conditions ${depth} deep; at most ${DEPTH_MAX} are allowed`] : []),
    ...(leaves > LEAVES_MAX ? [`has ${leaves} comparisons; at most ${LEAVES_MAX} are allowed`] : []),
  ].map((sentence) => ({ path: [], sentence }));
}

function sizeOf(whole: Condition): { readonly depth: number; readonly leaves: number } {
  const parts = partsOf(whole);
  if (parts === null) return { depth: 0, leaves: 1 };
  const sizes = parts.map(sizeOf);
  return {
    depth: 1 + Math.max(...sizes.map(({ depth }) => depth)),
    leaves: sizes.reduce((total, { leaves }) => total + leaves, 0),
  };
}

function isNestedBeyond(given: unknown, levels: number): boolean {
  let level: unknown[] = [given];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
