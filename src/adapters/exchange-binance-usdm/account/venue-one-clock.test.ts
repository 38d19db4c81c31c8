import { afterAll, beforeAll, vi } from 'vitest';
import { venueConformance } from '../../../../tests/conformance/venue-conformance.ts';
import { openSimulatedVenue } from '../../../../tests/support/simulated-venue.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 4, 5, 13, 21, 40) });
});
afterAll(() => {
  vi.useRealTimers();
});

venueConformance('the connector at the simulated exchange on the machine’s clock', () =>
  openSimulatedVenue('ETHUSDT', { clock: 'wall' }),
);
