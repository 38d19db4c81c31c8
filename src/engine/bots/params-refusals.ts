import type { Reason } from '#base/errors.ts';
import type { Cash, Ticks } from '#base/exact.ts';
import type { BotKind } from '../model/bot.ts';
import type { BotParams } from '../model/bot-params.ts';
import type { Instrument } from '../model/instrument.ts';
import { familyOf } from './families.ts';

/** The parameters of a request, with the wallet and limit they must fit into. */
export interface ParamsRequest {
  readonly kind: BotKind;
  readonly params: BotParams;
  readonly symbols: readonly string[];
  /** Exits that the bot overrides; omitted, those in the parameters apply. */
  readonly stopLossPercent?: string | null;
  readonly takeProfitPercent?: string | null;
  /** The paper wallet, which must cover a cycle. */
  readonly wallet?: Cash;
  /** What the portfolio's limit still leaves; null is no limit. */
  readonly limitLeft?: Cash | null;
}

/** The instruments and their latest prices. */
export interface PricedInstruments {
  readonly instruments: ReadonlyMap<string, Instrument>;
  lastPrice(symbol: string): Ticks | null;
}

const NO_PRICE: Reason = {
  code: 'MARKET_NOT_AVAILABLE',
  detail: 'The symbol has no price yet. Wait until its first minute has closed.',
};

/**
 * Why a bot cannot run with these parameters at the latest prices: each reason with its symbol and, in `path`, the field
 * of the request. Empty when it can run.
 */
export function paramsRefusals(market: PricedInstruments, check: ParamsRequest): readonly Reason[] {
  const { symbols, kind, ...rest } = check;
  return symbols.flatMap((symbol) => {
    const instrument = market.instruments.get(symbol);
    const basePrice = market.lastPrice(symbol);
    if (instrument === undefined || basePrice === null) return [NO_PRICE];
    const reasons = familyOf(kind).refusalsOf({ ...rest, instrument, basePrice });
    return reasons.map((reason) => ({
      ...reason,
      path: pathOf(reason, check),
      figures: { symbol, ...reason.figures },
    }));
  });
}

/** The path of a reason: a field of the parameters, or the field of the request that overrides it. */
function pathOf({ path = [] }: Reason, check: ParamsRequest): NonNullable<Reason['path']> {
  const [field] = path;
  const isBeside =
    (field === 'stopLossPercent' && check.stopLossPercent !== undefined) ||
    (field === 'takeProfitPercent' && check.takeProfitPercent !== undefined);
  return isBeside ? ['request', ...path] : ['params', ...path];
}
