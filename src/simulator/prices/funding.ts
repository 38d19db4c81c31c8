import { at } from '#base/assert.ts';
import { rate } from '#base/exact.ts';
import { HOUR_MS, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Funding } from './prices.ts';
import { referenceOf, type TrackPoint, trackPointAt } from './symbol-track.ts';

/** Recorded funding if there is any; otherwise computed from the premium. */
export function fundingAt(point: TrackPoint): Funding {
  const { settlementFrom } = point.track;
  if (settlementFrom === null) return generatedFunding(point);
  const here = settlementFrom(point.minute);
  const next = settlementFrom(later(point.minute, MINUTE_MS));
  return { settled: here.at === point.minute ? here.rate : null, next };
}

/** Settles the rate estimated at the previous minute's close. */
function generatedFunding(point: TrackPoint): Funding {
  const { track, minute, row } = point;
  const interval = track.listed.fundingHours * HOUR_MS;
  const isSettlement = minute % interval === 0;
  const before = isSettlement ? trackPointAt(track, later(minute, -MINUTE_MS)) : null;
  return {
    settled: before === null ? null : rate(at(referenceOf(before).fundingRate, before.row)),
    next: {
      at: instantOf(Math.floor(minute / interval) * interval + interval),
      rate: rate(at(referenceOf(point).fundingRate, row)),
    },
  };
}
