import { multiplyDivide } from './exact.ts';

/** The price in a round is the recorded price times `numerator / denominator`. */
export interface Scale {
  readonly numerator: number;
  readonly denominator: number;
}

/**
 * A symbol that rose in the recording rises again in every round. Beyond this factor (or below its inverse), the next
 * round begins at the recorded prices again, with a gap between the rounds, because prices would otherwise become absurd.
 */
const FACTOR_MAX = 16;

/**
 * Scales of one symbol by round: round 1 is the recording, each later round begins where the previous one ended, and
 * round 0 ends where the recording begins. Computed once per round, in exact integers.
 *
 * @param first - open of the recording's first candle, in ticks
 * @param last - close of its last candle, in ticks
 */
export function scaledRounds(first: number, last: number): (round: number) => Scale {
  const scales: Scale[] = [{ numerator: first, denominator: last }];
  let newest: Scale = { numerator: first, denominator: first };
  scales.push(newest);
  return (round) => {
    while (scales.length <= round) {
      newest = following(newest, first, last);
      scales.push(newest);
    }
    return scales[round] ?? newest;
  };
}

function following(scale: Scale, first: number, last: number): Scale {
  const numerator = scaled(last, scale);
  const isSensible = numerator <= first * FACTOR_MAX && numerator * FACTOR_MAX >= first;
  return { numerator: isSensible ? numerator : first, denominator: first };
}

/** The price on the tick grid. Rounding keeps the order of prices, so high and low still enclose open and close. */
export function scaled(price: number, scale: Scale): number {
  if (scale.numerator === scale.denominator) return price;
  return Math.max(1, multiplyDivide(price, scale.numerator, scale.denominator, 'half-up'));
}
