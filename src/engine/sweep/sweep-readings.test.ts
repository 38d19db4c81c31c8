import { expect, it } from 'vitest';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { type CandlePrices, ETH, START } from '../../../tests/support/market.ts';
import { flat } from '../../../tests/support/small-account.ts';
import { type SweepCase, swept, walked } from '../../../tests/support/sweep-cases.ts';
import { paramsOf } from '../../../tests/support/worked-examples.ts';
import { paperLadder } from '../bots/registry.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import { skipIndexOf } from '../scan/skip-index.ts';

/** A bot that trades these candles from the first minute on, without slippage. */
function caseOf(params: LadderParamsInput, candles: readonly CandlePrices[], volume: number): SweepCase {
  const column = (index: 0 | 1 | 2 | 3) => Int32Array.from(candles, (prices) => prices[index]);
  const columns = {
    start: START,
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: new Int32Array(candles.length).fill(volume),
  };
  const funding = { minute: new Int32Array(0), rate: new Int32Array(0) };
  return {
    kind: paperLadder.kind,
    instrument: ETH,
    params: paramsOf(params),
    wallet: cashFrom('10000'),
    slippage: rateFrom('0'),
    limit: null,
    history: { columns, index: skipIndexOf(columns), funding, frozen: [] },
    from: 0,
    to: candles.length,
  };
}

/** The roles of the fills, in which the kernel and the account agree to the last event. */
function rolesOf(input: SweepCase): readonly string[] {
  const outcome = swept(input);
  expect(outcome).toEqual(walked(input));
  return outcome.events.flatMap((event) => (event.type === 'fill' ? [event.role] : []));
}

it('the sweep kernel fills a stop that a partial fill moved within the minute, as the account does', () => {
  const params = { stopLossPercent: '1', slBasis: 'average', takeProfitPercent: '1', safetyOrdersCount: 1 } as const;
  const fall: CandlePrices = [200_000, 200_000, 190_000, 199_800];
  const candles = [flat(200_000), flat(200_000), fall, flat(202_000), flat(202_000)];
  expect(rolesOf(caseOf({ ...params, baseOrderSize: '200' }, candles, 840)).slice(0, 3)).toEqual([
    'base',
    'safety',
    'stop_loss',
  ]);
});

it('the sweep kernel exits at the time limit although the bot is in ERROR, as the account does', () => {
  const params = { direction: 'both', leverage: 10, takeProfitPercent: null, timeLimitS: 300 } as const;
  const fall: CandlePrices = [200_000, 200_000, 170_000, 170_000];
  const candles = [flat(200_000), flat(200_000), fall, ...Array.from({ length: 8 }, () => flat(170_000))];
  const input = caseOf({ ...params, baseOrderSize: '200', safetyOrdersCount: 0 }, candles, 1_000_000);
  expect(rolesOf(input)).toEqual(['base', 'base', 'liquidation', 'exit']);
});
