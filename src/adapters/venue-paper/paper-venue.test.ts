import { cashFrom } from '#base/decimal.ts';
import { steps, ticks } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import { type VenueWorld, venueConformance } from '../../../tests/conformance/venue-conformance.ts';
import { instrumentOf, singleTier } from '../../../tests/support/worked-examples.ts';
import { PaperVenue } from './paper-venue.ts';

const ETH = instrumentOf({
  symbol: 'ETHUSDT',
  tick: '0.01',
  step: '0.001',
  notionalMin: '20',
  brackets: singleTier('0.01'),
});

venueConformance('in memory', async (): Promise<VenueWorld> => {
  let last = 200_000;
  let venue = paper();
  const print = (price: number): void => {
    last = price;
    venue.print('ETHUSDT', { price: ticks(price), quantity: steps(1_000), takerSide: 'SELL' });
  };
  return {
    symbol: 'ETHUSDT',
    async venue() {
      venue = paper();
      print(last);
      return venue;
    },
    again: async () => venue,
    last: async () => ticks(last),
    move: async (factor) => print(Math.round(last * factor)),
    close: () => venue.close(),
  };
});

function paper(): PaperVenue {
  return new PaperVenue({
    account: 'paper',
    wallet: cashFrom('10000'),
    instruments: new Map([[ETH.symbol, ETH]]),
    now: () => instantOf(Date.now()),
  });
}
