import { cashFrom, cashText, rateFromPercent, trimDecimal } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import { type Cash, larger, type Rate, steps, type Ticks } from '#base/exact.ts';
import { type Instrument, notional } from '../../model/instrument.ts';
import type { Direction } from '../../model/order.ts';
import { validateLadder } from '../../risk/rules/validate.ts';
import type { ParamsCheck } from '../bot-family.ts';
import { asLadder, directionsOf, exitsOf } from './custom-ladder.ts';
import type { CustomParams } from './custom-params.ts';
import { openingOf } from './opening.ts';

/**
 * Why a strategy cannot run on an instrument. A size that depends on the capital is checked against the present one; one
 * that depends on the market is decided when a cycle opens, so the least order stands for it here.
 */
export function customRefusals(check: ParamsCheck<CustomParams>): readonly Reason[] {
  return directionsOf(check.params).flatMap((direction) => sideRefusals(check, direction));
}

function sideRefusals(check: ParamsCheck<CustomParams>, direction: Direction): readonly Reason[] {
  const { params, instrument, basePrice } = check;
  const percents = { ...exitsOf(params, direction), ...overridesOf(check) };
  const { stopLossPercent } = percents;
  const stopLoss = stopLossPercent === null ? null : rateFromPercent(stopLossPercent);
  const hasStop = stopLoss !== null || params[direction]?.stop?.type === 'atr';
  if (params.sizing.type === 'risk_percent' && !hasStop) return [{ ...NO_STOP, figures: { direction } }];
  const size = sizeNow(check, direction, stopLoss);
  const opening = { direction, notional: cashText(size ?? leastOrder(check)), stopTicks: null };
  const isFixed = params.sizing.type === 'fixed_notional' || params.sizing.type === 'fixed_margin';
  const ladder = asLadder(isFixed ? params : { ...params, opening }, direction);
  const { errors } = validateLadder({ ...check, ...percents, params: ladder, instrument, basePrice });
  return errors.map((reason) => {
    const isOfSize = !isFixed && reason.path?.[0] === 'baseOrderSize';
    return {
      ...reason,
      ...(isOfSize ? ofCapital(reason, opening.notional) : {}),
      path: pathOf(reason, check, direction),
    };
  });
}

const NO_STOP: Reason = {
  code: 'STOP_REQUIRED',
  detail: 'The size follows from the distance to the stop-loss, so a cycle needs one. Set a stop-loss.',
  path: ['stopLossPercent'],
};

function overridesOf({ stopLossPercent, takeProfitPercent }: ParamsCheck) {
  return {
    ...(stopLossPercent === undefined ? {} : { stopLossPercent }),
    ...(takeProfitPercent === undefined ? {} : { takeProfitPercent }),
  };
}

/** The size that a cycle would have now; null where it depends on what is not known here. */
function sizeNow(
  { params, instrument, basePrice, wallet, limitLeft = null }: ParamsCheck<CustomParams>,
  direction: Direction,
  stopLoss: Rate | null,
): Cash | null {
  const { sizing } = params;
  const isKnown = sizing.type === 'equity_percent' || (sizing.type === 'risk_percent' && stopLoss !== null);
  if (!isKnown || wallet === undefined || (sizing.equity === 'portfolio_limit' && limitLeft !== null)) return null;
  const terms = { instrument, direction, price: basePrice, wallet, limit: null, stopLoss };
  return cashFrom(openingOf(params, { ...terms, stopRange: null, sizeRange: null }).notional);
}

/** The least that may be bought at a price. */
function leastOrder({ instrument, basePrice }: { instrument: Instrument; basePrice: Ticks }) {
  const valuable = steps(Math.ceil(instrument.notionalMin / (basePrice * instrument.cashPerTickStep)));
  return notional(instrument, basePrice, larger(instrument.quantityMin, valuable));
}

/** A ladder would be told another size in USDT; here a share of the capital gives it. */
function ofCapital({ code, figures = {} }: Reason, worth: string): Pick<Reason, 'code' | 'detail' | 'figures'> {
  const { size: _, ...rest } = figures;
  const detail = `The present capital gives a position worth ${trimDecimal(worth)} USDT, which does not fit. Change the value of the size.`;
  return { code, detail, figures: rest };
}

function pathOf({ path = [] }: Reason, check: ParamsCheck, direction: Direction): NonNullable<Reason['path']> {
  const [field] = path;
  if (field === 'baseOrderSize') return ['sizing', 'value'];
  if (field === 'takeProfitPercent' && check.takeProfitPercent === undefined) return [direction, field];
  if (field === 'stopLossPercent' && check.stopLossPercent === undefined) return [direction, 'stop', 'value'];
  return path;
}
