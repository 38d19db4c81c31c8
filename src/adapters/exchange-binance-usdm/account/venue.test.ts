import { venueConformance } from '../../../../tests/conformance/venue-conformance.ts';
import { openSimulatedVenue } from '../../../../tests/support/simulated-venue.ts';

venueConformance('the connector at a realistic simulated exchange', () =>
  openSimulatedVenue('ETHUSDT', { profile: 'realistic' }),
);
