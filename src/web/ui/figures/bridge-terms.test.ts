import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { addDecimals } from '../values/decimal-sum.ts';
import { signOfText } from '../values/format.ts';
import { bridgeTerms, openOf } from './bridge-terms.ts';

it(`the terms of an equity add up as they are shown, each at most two cents from its exact value (seed ${SEED_OF_RUN})`, () => {
  const dice = chance(SEED_OF_RUN);
  for (let index = 0; index < 500; index += 1) {
    const amount = (size: number) => ((dice.next() * 2 - 1) * size).toFixed(8);
    const parts = {
      walletStart: '10000',
      transfers: amount(500),
      resultAll: amount(1_000),
      unrealized: amount(100),
      openRealized: amount(10),
      openCosts: amount(1),
    };
    const exact = { ...parts, equity: addDecimals(Object.values(parts)) };
    const terms = bridgeTerms(exact);
    const { start, transfers, closed, open, unrealized, realized, costs, equity } = terms;
    const isZero = (...values: string[]) => signOfText(addDecimals(values)) === 0;
    const less = (value: string) => (value.startsWith('-') ? value.slice(1) : `-${value}`);
    expect(isZero(start, transfers, closed, open, less(equity))).toBe(true);
    expect(isZero(unrealized, realized, costs, less(open))).toBe(true);
    expect(Math.abs(Number(open) - Number(openOf(exact)))).toBeLessThan(0.025);
    expect(Math.abs(Number(unrealized) - Number(exact.unrealized))).toBeLessThan(0.035);
  }
});
