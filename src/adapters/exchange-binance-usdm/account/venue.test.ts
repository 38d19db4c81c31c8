import { venueConformance } from '../../../../tests/conformance/venue-conformance.ts';
import { openSimulatedVenue } from '../../../../tests/support/simulated-venue.ts';

venueConformance('the connector at the simulated exchange', () => openSimulatedVenue('ETHUSDT'));
