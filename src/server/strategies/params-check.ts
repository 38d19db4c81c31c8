import type { Reason } from '#base/errors.ts';
import type { Cash } from '#base/exact.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { BotKind, BotParams } from '#engine/model/bot.ts';
import type { Runtime } from '#runtime/runtime.ts';
import { isProblemCode, ProblemError } from '../http/problem.ts';
import { reasonsOf } from '../http/route.ts';

/** Parameters as a request gives them, with what they must fit into. */
export interface ParamsRequest {
  readonly kind: BotKind;
  readonly params: BotParams;
  readonly symbols: readonly string[];
  /** What the bot sets beside its parameters; left out: as the parameters say. */
  readonly stopLossPercent?: string | null;
  readonly takeProfitPercent?: string | null;
  /** Paper wallet that a cycle must fit into. */
  readonly wallet?: Cash;
  /** What the portfolio's limit still leaves; null is no limit. */
  readonly limitLeft?: Cash | null;
}

/** The parameters of a body by the schema of their kind, defaults filled in; REQUEST_INVALID names each bad field. */
export function parseParams(kind: BotKind, given: BotParams): BotParams {
  const parsed = familyOf(kind).params.safeParse(given);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.flatMap(reasonsOf);
  throw new ProblemError(
    'REQUEST_INVALID',
    reasons.map((reason) => ({ ...reason, path: underParams(reason) })),
  );
}

/** Throws SYMBOL_UNKNOWN with the path of each symbol that is not traded here. */
export function refuseUnknownSymbols(runtime: Runtime, symbols: readonly string[]): void {
  const reasons = symbols.flatMap((symbol, index) =>
    runtime.instruments.has(symbol)
      ? []
      : [{ code: 'SYMBOL_UNKNOWN', detail: 'is not traded here', path: ['symbols', index], figures: { symbol } }],
  );
  if (reasons.length > 0) throw new ProblemError('SYMBOL_UNKNOWN', reasons);
}

/**
 * Throws LADDER_REFUSED with every reason, each with its symbol, for the prices of now; a reason that is a problem of its
 * own, such as RULES_NOT_AVAILABLE, is thrown instead.
 */
export function refuseBadParams(runtime: Runtime, check: ParamsRequest): void {
  const reasons = check.symbols.flatMap((symbol) => reasonsFor(runtime, symbol, check));
  const own = reasons.map(({ code }) => code).find(isProblemCode);
  if (own !== undefined)
    throw new ProblemError(
      own,
      reasons.filter(({ code }) => code === own),
    );
  if (reasons.length > 0) throw new ProblemError('LADDER_REFUSED', reasons);
}

function reasonsFor(runtime: Runtime, symbol: string, check: ParamsRequest): readonly Reason[] {
  const instrument = runtime.instruments.get(symbol);
  const basePrice = runtime.lastPrice(symbol);
  if (instrument === undefined || basePrice === null) throw new ProblemError('MARKET_NOT_AVAILABLE');
  const { symbols: _symbols, kind, ...rest } = check;
  const reasons = familyOf(kind).refusalsOf({ ...rest, instrument, basePrice });
  return reasons.map((reason) => ({
    ...reason,
    path: pathOf(reason, check),
    figures: { symbol, ...reason.figures },
  }));
}

/** Reasons point into the parameters, unless the field stands beside them in the request. */
function pathOf(reason: Reason, check: ParamsRequest): NonNullable<Reason['path']> {
  const { path = [] } = reason;
  const [field] = path;
  const isBeside =
    (field === 'stopLossPercent' && check.stopLossPercent !== undefined) ||
    (field === 'takeProfitPercent' && check.takeProfitPercent !== undefined);
  return isBeside ? path : underParams(reason);
}

function underParams({ path = [] }: Reason): NonNullable<Reason['path']> {
  return ['params', ...path];
}
