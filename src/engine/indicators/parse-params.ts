import type { Indicator } from './indicator.ts';
import { type IndicatorParams, OFFSET, type ParamSpec, type ParamSpecs } from './params.ts';

/** A decimal as people write it; the engine's exact decimals have no use for statistics. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Checked parameters, or the sentence that says what is wrong with which one. */
export type ParsedParams =
  | { readonly kind: 'parsed'; readonly params: IndicatorParams }
  | { readonly kind: 'refused'; readonly path: string; readonly sentence: string };

/** All parameters of an indicator, with those that every indicator has. */
export function paramSpecsOf(indicator: Indicator): ParamSpecs {
  return { ...indicator.params, offset: OFFSET };
}

/**
 * Reads the parameters of an indicator; those left out take their defaults.
 * @param given - an object from outside, by name; factors may be decimal strings
 */
export function parseIndicatorParams(indicator: Indicator, given: Readonly<Record<string, unknown>>): ParsedParams {
  const specs = paramSpecsOf(indicator);
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(specs, name));
  if (unknown !== undefined) {
    return refused(unknown, `${indicator.id} has no parameter ${unknown}; it has ${Object.keys(specs).join(', ')}`);
  }
  const params: Record<string, number | string> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const value = readParam(spec, given[name]);
    if (value === null) {
      return refused(
        name,
        `${indicator.id}: ${name} cannot be ${JSON.stringify(given[name])}: it must be ${allowed(spec)}`,
      );
    }
    params[name] = value;
  }
  const conflict = indicator.conflict?.(params) ?? null;
  return conflict === null ? { kind: 'parsed', params } : refused('', `${indicator.id}: ${conflict}`);
}

function refused(path: string, sentence: string): ParsedParams {
  return { kind: 'refused', path, sentence };
}

function readParam(spec: ParamSpec, given: unknown): number | string | null {
  if (given === undefined) return spec.fallback;
  if (spec.kind === 'choice') return spec.allowed.find((value) => value === given) ?? null;
  const isText = spec.kind === 'factor' && typeof given === 'string' && DECIMAL.test(given);
  const value = isText ? Number(given) : given;
  if (typeof value !== 'number' || !(value >= spec.min && value <= spec.max)) return null;
  return spec.kind === 'count' && !Number.isInteger(value) ? null : value;
}

function allowed(spec: ParamSpec): string {
  if (spec.kind === 'choice') return `one of ${spec.allowed.join(', ')}`;
  return `a ${spec.kind === 'count' ? 'whole number' : 'number'} from ${spec.min} to ${spec.max}`;
}
