/** Four words of 32 bits, not all zero. */
export type Words = readonly [a: number, b: number, c: number, d: number];

/**
 * xoshiro128** 1.1 of Blackman and Vigna: draws of 32 bits with a period of 2^128 - 1. For streams that are drawn from
 * millions of times; not for secrets.
 *
 * @returns a function that draws the next whole number of [0, 2^32)
 */
export function xoshiro([first, second, third, fourth]: Words): () => number {
  let [a, b, c, d] = [first | 0, second | 0, third | 0, fourth | 0];
  return () => {
    const five = Math.imul(b, 5);
    const drawn = Math.imul((five << 7) | (five >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return drawn >>> 0;
  };
}
