import { isDecimal, parseDecimal } from '#base/decimal.ts';
import { type Cash, cash, type Rate, rate, type Steps, steps, type Ticks, ticks } from '#base/exact.ts';
import { type Instrument, parsePrice, parseQuantity } from '#engine/model/instrument.ts';
import { answerError, offGridError } from '../transport/exchange-error.ts';

/** Decimals of cash and of rates. */
const EIGHT = 8;
/** Columns of candles hold prices as 32-bit whole numbers. */
const TICKS_MAX = 2 ** 31 - 1;

/**
 * A price of the exchange in ticks.
 * @throws ExchangeError `answer` when the text is not a decimal above zero, `off-grid` when it is between two ticks
 */
export function readPrice(instrument: Instrument, text: string): Ticks {
  const price = parsePrice(instrument, text);
  if (price === null) throw unreadable(text, `a price of ${instrument.symbol}`);
  if (price <= 0 || price > TICKS_MAX) throw answerError(`a price of ${instrument.symbol} that cannot be`);
  return price;
}

/** A quantity of the exchange in steps, zero or more. @throws ExchangeError as `readPrice` does */
export function readQuantity(instrument: Instrument, text: string): Steps {
  const quantity = parseQuantity(instrument, text);
  if (quantity === null) throw unreadable(text, `a quantity of ${instrument.symbol}`);
  if (quantity < 0) throw answerError(`a quantity of ${instrument.symbol} below zero`);
  return quantity;
}

/** A volume traded, in steps. That of a very cheap coin may exceed 2^53 steps and is then as many. @throws as `readQuantity` */
export function readVolume(instrument: Instrument, text: string): Steps {
  const isHuge = Number(text) * 10 ** instrument.step.decimals > Number.MAX_SAFE_INTEGER && isDecimal(text);
  return isHuge ? steps(Number.MAX_SAFE_INTEGER) : readQuantity(instrument, text);
}

/**
 * A derived price, such as a mark or an average, in ticks. It is not on the grid by nature and is rounded half up.
 * @throws ExchangeError `answer` when the text is not a decimal above zero
 */
export function readNearestPrice(instrument: Instrument, text: string): Ticks {
  const exact = parsePrice(instrument, text); // Nearly always succeeds, at a third of the cost.
  if (exact !== null && exact > 0) return exact;
  const { tick, symbol } = instrument;
  const price = readCash(text);
  const unit = tick.units * 10 ** (EIGHT - tick.decimals);
  if (price <= 0) throw answerError(`a price of ${symbol} that cannot be`);
  return ticks(Math.floor((price + unit / 2) / unit));
}

/**
 * A quantity for display, in steps, rounded down, because daily totals may contain an older step.
 * @throws ExchangeError `answer` when the text is not a decimal of zero or more
 */
export function readNearestQuantity(instrument: Instrument, text: string): Steps {
  const exact = parseQuantity(instrument, text);
  if (exact !== null && exact >= 0) return exact;
  const { step, symbol } = instrument;
  const decimals = text.split('.')[1]?.length ?? 0;
  const count = isDecimal(text) ? parseDecimal(text, Math.max(decimals, step.decimals)) : null;
  if (count === null || count < 0) throw answerError(`a quantity of ${symbol} that is no decimal`);
  return steps(Math.floor(count / (step.units * 10 ** (Math.max(decimals, step.decimals) - step.decimals))));
}

/** An amount of USDT, or a price as cash a coin. Digits after the eighth decimal are rounded half up. */
export function readCash(text: string): Cash {
  return cash(readEight(text));
}

/** A fraction, such as "0.00010000". Digits after the eighth decimal are rounded half up. */
export function readRate(text: string): Rate {
  return rate(readEight(text));
}

function readEight(text: string): number {
  const [whole = '', fraction = ''] = text.split('.');
  const count = isDecimal(text) ? parseDecimal(`${whole}.${fraction.slice(0, EIGHT) || '0'}`, EIGHT) : null;
  if (count === null) throw answerError('a number that is no decimal of a possible size');
  const isUp = fraction.charAt(EIGHT) >= '5';
  if (!isUp) return count;
  return text.startsWith('-') ? count - 1 : count + 1;
}

function unreadable(text: string, what: string): Error {
  return isDecimal(text) ? offGridError(`${what} that is not on its grid`) : answerError(`${what} that is no decimal`);
}
