import { describe, expect, it } from 'vitest';
import { ticks, ZERO_CASH } from '#base/exact.ts';
import type { AtomView } from '#engine/model/account.ts';
import { DOGE, ETH } from '../../../tests/support/market.ts';
import { shownSpan } from './shown-span.ts';

const view = (prices: Partial<AtomView>): AtomView => ({
  botId: 'bot',
  symbol: 'ETHUSDT',
  direction: 'buy',
  mark: null,
  takeProfitPrice: null,
  stopLossPrice: null,
  nextLevelPrice: null,
  liquidationPrice: null,
  levelPrices: [],
  unrealized: ZERO_CASH,
  initialMargin: ZERO_CASH,
  isEnteredByRule: false,
  ...prices,
});

const span = (shown: number, quantity: number, prices: Partial<AtomView> = {}, instrument = ETH) => {
  const { below, above } = shownSpan(ticks(shown), { view: view(prices), quantity, instrument });
  return [below, above];
};

// ETH: a tick is 0.01 USDT and a step 0.001 ETH, so a tick is worth 0.00001 USDT a step.
describe('the prices at which a shown value changes', () => {
  it('are a hundredth of a percent away while nothing is held', () => {
    expect(span(200_000, 0)).toEqual([199_980, 200_020]);
  });

  it('are as many ticks away as are worth a cent to a larger position', () => {
    expect(span(200_000, 100)).toEqual([199_990, 200_010]); // 0.1 ETH: ten ticks are 0.1 × 0.10 = 0.01 USDT.
    expect(span(200_000, 1_000)).toEqual([199_999, 200_001]); // 1 ETH: one tick is a cent.
    expect(span(200_000, 1_000_000)).toEqual([199_999, 200_001]); // Never less than a tick.
  });

  it('are never nearer than one tick, however coarse the ticks are', () => {
    expect(span(37, 1, {}, DOGE)).toEqual([36, 38]);
  });

  it.each(['nextLevelPrice', 'takeProfitPrice', 'stopLossPrice', 'liquidationPrice'] as const)(
    'include the %s where that is nearer, on either side',
    (name) => {
      expect(span(200_000, 0, { [name]: ticks(199_995) })).toEqual([199_995, 200_020]);
      expect(span(200_000, 0, { [name]: ticks(200_003) })).toEqual([199_980, 200_003]);
      expect(span(200_000, 0, { [name]: ticks(200_000) })).toEqual([199_980, 200_020]);
    },
  );
});
