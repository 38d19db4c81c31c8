import { type Words, xoshiro } from '../xoshiro.ts';

/**
 * Random streams, one per purpose, so that an extra draw for one purpose changes no other. A number is never reused for
 * another purpose. Orders and accounts use no randomness.
 */
export const STREAM = {
  /** The common factor: regime, shock, slow volatility, jumps. Part: the day. */
  factor: 1,
  /** Idiosyncratic shocks and jumps of a coin. Part: the day. */
  coin: 2,
  /** Character of a coin, drawn once. Part: 0. */
  character: 3,
  /** High and low of a minute. Part: the day. */
  shape: 4,
  /** Volume of a minute. Part: the day. */
  volume: 5,
  /** Number of trades and share of taker buys. Part: the day. */
  flow: 6,
  /** Distance of index and spot from the contract. Part: the day. */
  basis: 7,
  /** Open interest. Part: the day. */
  interest: 8,
  /** The prints inside a candle. Part: the minute. */
  prints: 9,
} as const;

/** Identifies a sequence of draws. */
export interface DrawKey {
  readonly seed: number;
  /** Symbol of the coin; empty for the common factor. */
  readonly symbol: string;
  /** One of `STREAM`. */
  readonly stream: number;
  /** Days or minutes since 1970, depending on the stream. */
  readonly part: number;
}

/** A sequence of draws. */
export interface Draws {
  /** Above 0 and below 1, so that its logarithm exists. */
  readonly uniform: () => number;
  /** A whole number of [low, high], both included. */
  readonly between: (low: number, high: number) => number;
  /** Mean 1. One uniform draw. */
  readonly exponential: () => number;
  /** Mean 0, variance 1. Two uniform draws. */
  readonly normal: () => number;
  /** About normal: the sum of four bytes of one draw, scaled to mean 0 and variance 1, at most 3.46. For noise without tails. */
  readonly bell: () => number;
  /** Student's t with six degrees of freedom, scaled to variance 1. Two uniform draws. */
  readonly student: () => number;
}

const DEGREES = 6;
const STUDENT_SCALE = Math.sqrt((DEGREES - 2) / DEGREES);
/** Of the sum of four independent bytes. */
const BYTES_MEAN = 4 * 127.5;
const BYTES_DEVIATION = Math.sqrt((4 * (256 * 256 - 1)) / 12);
const TURN = 2 * Math.PI;

/** The sequence of draws for a key: the same on every machine, and independent of any other. */
export function drawsOf(key: DrawKey): Draws {
  const next = xoshiro(wordsOf(key));
  const uniform = () => (next() + 0.5) / 4_294_967_296;
  return {
    uniform,
    between: (low, high) => low + Math.floor(uniform() * (high - low + 1)),
    exponential: () => -Math.log(uniform()),
    // Box and Muller.
    normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(TURN * uniform()),
    bell: () => {
      const word = next();
      return (
        ((word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24) - BYTES_MEAN) / BYTES_DEVIATION
      );
    },
    // Bailey 1994: sqrt(n (u^(-2/n) - 1)) cos(2 pi v) is Student's t with n degrees of freedom.
    student: () => STUDENT_SCALE * Math.sqrt(DEGREES * (1 / Math.cbrt(uniform()) - 1)) * Math.cos(TURN * uniform()),
  };
}

/** Integers only: floats may differ in their last bit between machines, and a seed must not. */
function wordsOf({ seed, symbol, stream, part }: DrawKey): Words {
  let hash = mixed(seed | 0);
  for (const number of [textHash(symbol), stream, part]) hash = mixed(Math.imul(hash, 0x9e3779b1) ^ number);
  return [mixed(hash + 0x6a09e667), mixed(hash + 0xbb67ae85), mixed(hash + 0x3c6ef372), mixed(hash + 0xa54ff53a) | 1];
}

/** The finaliser of MurmurHash3: every bit of the input moves about half of the output's. */
export function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** FNV-1a over the text's UTF-16 units. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
