/** A number of bars or another count. */
export interface CountParam {
  readonly kind: 'count';
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

/** A factor or a step, with decimals. */
export interface FactorParam {
  readonly kind: 'factor';
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

export interface ChoiceParam<T extends string = string> {
  readonly kind: 'choice';
  readonly allowed: readonly T[];
  readonly fallback: T;
}

export type ParamSpec = CountParam | FactorParam | ChoiceParam;
export type ParamSpecs = Readonly<Record<string, ParamSpec>>;

/** The values of the parameters that the specs describe. */
export type ParamsOf<S extends ParamSpecs> = {
  readonly [K in keyof S]: S[K] extends ChoiceParam<infer T> ? T : number;
};

/** Values whose names and kinds were checked against the specs of an indicator. */
export type IndicatorParams = Readonly<Record<string, number | string>>;

/** Longer windows would need a warm-up of more bars than an exchange serves at once. */
const BARS_MAX = 1_000;

/** A length in bars. */
export function bars(fallback: number, min = 1): CountParam {
  return { kind: 'count', min, max: BARS_MAX, fallback };
}

export function factor(fallback: number, min: number, max: number): FactorParam {
  return { kind: 'factor', min, max, fallback };
}

export function oneOf<T extends string>(allowed: readonly T[], fallback: T): ChoiceParam<T> {
  return { kind: 'choice', allowed, fallback };
}

/** Every indicator takes it: the value of so many bars ago. */
export const OFFSET: CountParam = { kind: 'count', min: 0, max: BARS_MAX, fallback: 0 };
