import { toldOf } from '../lines/told.ts';

/** The funding settled last. */
export const fundingRate = toldOf('funding_rate', 'funding settled last, as a fraction', 'funding_rate');

/** It is not stored, so rules over the past find it unknown. */
export const predictedFundingRate = toldOf(
  'predicted_funding_rate',
  'funding expected at the next settlement, as a fraction',
  'predicted_funding_rate',
);
