import { expect, it } from 'vitest';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { ProblemError } from '../http/problem.ts';
import { refuseBadParams } from './params-check.ts';

it('parameters for a contract without a price are refused with the field that names the contract', () => {
  const market = { instruments: new Map(), lastPrice: () => null };
  const params = ladderParams.parse({ baseOrderSize: '100', safetyOrdersCount: 0 });
  const check = () => refuseBadParams(market, { kind: 'dca-bot', params, symbols: ['ETHUSDT'] });
  expect(check).toThrow(ProblemError);
  expect(check).toThrow(
    expect.objectContaining({
      code: 'MARKET_NOT_AVAILABLE',
      reasons: [expect.objectContaining({ path: ['symbol'] })],
    }),
  );
});
