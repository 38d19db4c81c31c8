import type { Reason } from '#base/errors.ts';
import type { Cash } from '#base/exact.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { validateLadder } from '#engine/risk/validate.ts';
import type { Runtime } from '#runtime/runtime.ts';
import { ProblemError } from '../http/problem.ts';

/** A ladder as a request gives it, with what it must fit into. */
export interface LadderCheck {
  readonly params: LadderParams;
  readonly symbols: readonly string[];
  /** What the bot sets beside its parameters; left out: as the parameters say. */
  readonly stopLossPercent?: string | null;
  readonly takeProfitPercent?: string | null;
  /** Paper wallet the ladder must fit into. */
  readonly wallet?: Cash;
  /** What the portfolio's limit still leaves; null is no limit. */
  readonly limitLeft?: Cash | null;
}

/** Throws RULES_NOT_AVAILABLE when the parameters carry rules: there is no rule language yet. */
export function refuseRules(params: LadderParams): void {
  const reasons = (['entryConditions', 'safetyConditions'] as const)
    .filter((name) => params[name] !== null)
    .map((name) => ({ code: 'RULES_NOT_AVAILABLE', detail: 'must be left out or null', path: ['params', name] }));
  if (reasons.length > 0) throw new ProblemError('RULES_NOT_AVAILABLE', reasons);
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

/** Throws LADDER_REFUSED with every reason, each with its symbol, for the prices of now. */
export function refuseBadLadder(runtime: Runtime, check: LadderCheck): void {
  const reasons = check.symbols.flatMap((symbol) => reasonsFor(runtime, symbol, check));
  if (reasons.length > 0) throw new ProblemError('LADDER_REFUSED', reasons);
}

function reasonsFor(runtime: Runtime, symbol: string, check: LadderCheck): readonly Reason[] {
  const instrument = runtime.instruments.get(symbol);
  const basePrice = runtime.lastPrice(symbol);
  if (instrument === undefined || basePrice === null) throw new ProblemError('MARKET_NOT_AVAILABLE');
  const { symbols: _symbols, ...rest } = check;
  const { errors } = validateLadder({ ...rest, instrument, basePrice });
  return errors.map((reason) => ({
    ...reason,
    path: pathOf(reason, check),
    figures: { symbol, ...reason.figures },
  }));
}

/** Reasons point into the parameters, unless the field stands beside them in the request. */
function pathOf({ path = [] }: Reason, check: LadderCheck): NonNullable<Reason['path']> {
  const [field] = path;
  const isBeside =
    (field === 'stopLossPercent' && check.stopLossPercent !== undefined) ||
    (field === 'takeProfitPercent' && check.takeProfitPercent !== undefined);
  return isBeside ? path : ['params', ...path];
}
