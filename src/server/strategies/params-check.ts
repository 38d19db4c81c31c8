import type { Reason } from '#base/errors.ts';
import type { Reply } from '#contract/call.ts';
import type { saveStrategy } from '#contract/strategy.ts';
import { familyOf } from '#engine/bots/families.ts';
import { type ParamsRequest, type PricedInstruments, paramsRefusals } from '#engine/bots/params-refusals.ts';
import { settlingRefusals } from '#engine/bots/rules/settling-refusals.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { RuntimeMirror } from '#ports/runtime.ts';
import type { Caller } from '../http/callers/auth.ts';
import { isProblemCode, ProblemError } from '../http/problem.ts';
import { reasonsOf } from '../http/route.ts';
import { wirePath } from '../http/wire.ts';
import type { Services } from '../services.ts';

type Path = NonNullable<Reason['path']>;

/** Where most requests have their parameters. */
const PARAMS: Path = ['params'];

/** Parses parameters with the schema of their kind, filling in defaults; REQUEST_INVALID names each invalid field. */
export function parseParams(kind: BotKind, given: BotParams, under: Path = PARAMS): BotParams {
  const parsed = familyOf(kind).params.safeParse(given);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.flatMap(reasonsOf);
  throw new ProblemError(
    'REQUEST_INVALID',
    reasons.map((reason) => ({ ...reason, path: underParams(reason, under) })),
  );
}

interface Inspected {
  readonly kind: BotKind;
  readonly params: BotParams;
  /** Where the parameters are in the request. */
  readonly under?: Path;
}

/**
 * Tries out the rules in the parameters, in a worker, one strategy of a user after the other. Throws SETTLING_ABOVE_MAX before, and
 * RULE_UNSTEADY with the path of each value that must not decide.
 * @returns what a user should know of rules that may be saved
 */
export async function inspectParams(
  { services, caller }: { readonly services: Pick<Services, 'trials' | 'inspections'>; readonly caller: Caller },
  { kind, params, under = PARAMS }: Inspected,
): Promise<Reply<typeof saveStrategy>['warnings']> {
  if (familyOf(kind).rulesOf(params).length === 0) return [];
  refuseLateRules({ kind, params, under });
  const { refusals, warnings } = await services.inspections.take(caller.userId, () =>
    services.trials.inspect({ kind, params }),
  );
  if (refusals.length > 0) {
    throw new ProblemError(
      'RULE_UNSTEADY',
      refusals.map((reason) => ({ ...reason, path: underParams(reason, under) })),
    );
  }
  return saveWarnings(warnings);
}

/** Throws SETTLING_ABOVE_MAX with the paths of the values that need most bars. */
export function refuseLateRules({ kind, params, under = PARAMS }: Inspected): void {
  const reasons = settlingRefusals(familyOf(kind).rulesOf(params));
  if (reasons.length === 0) return;
  throw new ProblemError(
    'SETTLING_ABOVE_MAX',
    reasons.map((reason) => ({ ...reason, path: underParams(reason, under) })),
  );
}

/** What a user should know of rules that may be saved, as the API tells it. */
export function saveWarnings(warnings: readonly Reason[]): Reply<typeof saveStrategy>['warnings'] {
  return warnings.map((reason) => ({ code: 'SERIES_NOT_STORED', path: paramsPath(reason), detail: reason.detail }));
}

/** Where a reason about parameters belongs, in wire names from the root of the request. */
export function paramsPath(reason: Reason): string {
  return wirePath(underParams(reason));
}

/** Throws SYMBOL_UNKNOWN with the path of each symbol that is not available here. */
export function refuseUnknownSymbols(runtime: RuntimeMirror, symbols: readonly string[]): void {
  const reasons = symbols.flatMap((symbol, index) =>
    runtime.instruments.has(symbol)
      ? []
      : [{ code: 'SYMBOL_UNKNOWN', detail: 'is not traded here', path: ['symbols', index], figures: { symbol } }],
  );
  if (reasons.length > 0) throw new ProblemError('SYMBOL_UNKNOWN', reasons);
}

/**
 * Throws LADDER_REFUSED with every reason, each with its symbol, at the present prices; a reason with its own problem
 * code, such as MARKET_NOT_AVAILABLE, is thrown instead.
 */
export function refuseBadParams(market: PricedInstruments, check: ParamsRequest): void {
  const reasons = paramsRefusals(market, check);
  const own = reasons.map(({ code }) => code).find(isProblemCode);
  if (own !== undefined)
    throw new ProblemError(
      own,
      reasons.filter(({ code }) => code === own).map((reason) => ({ path: ['symbol'], ...reason })),
    );
  if (reasons.length > 0) throw new ProblemError('LADDER_REFUSED', reasons);
}

function underParams({ path = [] }: Reason, under: Path = PARAMS): Path {
  return [...under, ...path];
}
