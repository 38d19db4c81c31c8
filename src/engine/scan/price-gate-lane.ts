/** A trigger that no price reaches. */
export const NO_LOW = Number.NEGATIVE_INFINITY;
export const NO_HIGH = Number.POSITIVE_INFINITY;
/** A time that never comes. */
export const NEVER = Number.POSITIVE_INFINITY;
/** Stands where a handle or a symbol would, when there is none. */
export const NOBODY = -1;

const SEATS_AT_FIRST = 4;

/** The atoms of one symbol: a seat each, in the order of registration, one column a figure. */
export interface Lane {
  below: Float64Array;
  above: Float64Array;
  until: Float64Array;
  handles: Int32Array;
  /** Seats given so far, those that were left included. */
  seats: number;
  left: number;
}

export function emptyLane(): Lane {
  return {
    below: new Float64Array(SEATS_AT_FIRST),
    above: new Float64Array(SEATS_AT_FIRST),
    until: new Float64Array(SEATS_AT_FIRST),
    handles: new Int32Array(SEATS_AT_FIRST),
    seats: 0,
    left: 0,
  };
}

/** Gives an atom the last seat, with twice the room when there is none. @returns the seat */
export function takeSeat(lane: Lane, handle: number): number {
  const seat = lane.seats;
  if (seat === lane.handles.length) {
    lane.below = withRoom(lane.below, new Float64Array(seat * 2));
    lane.above = withRoom(lane.above, new Float64Array(seat * 2));
    lane.until = withRoom(lane.until, new Float64Array(seat * 2));
    lane.handles = withRoom(lane.handles, new Int32Array(seat * 2));
  }
  lane.handles[seat] = handle;
  lane.seats += 1;
  return seat;
}

/** The figures of a column, moved into a longer one. */
export function withRoom<Column extends Float64Array | Int32Array>(from: Column, into: Column): Column {
  into.set(from);
  return into;
}

/** Nothing reaches the seat any more, until it is given triggers again. */
export function putToSleep(lane: Lane, seat: number): void {
  lane.below[seat] = NO_LOW;
  lane.above[seat] = NO_HIGH;
  lane.until[seat] = NEVER;
}

/**
 * Empties a seat. When most seats are empty, everybody moves up, so that a scan never walks more empty seats than
 * taken ones; `seatOf` (by handle) follows.
 */
export function leaveSeat(lane: Lane, seat: number, seatOf: number[]): void {
  putToSleep(lane, seat);
  lane.handles[seat] = NOBODY;
  lane.left += 1;
  if (lane.left * 2 > lane.seats) closeUp(lane, seatOf);
}

function closeUp(lane: Lane, seatOf: number[]): void {
  let seats = 0;
  for (let seat = 0; seat < lane.seats; seat += 1) {
    const handle = lane.handles[seat] ?? NOBODY;
    if (handle === NOBODY) continue;
    lane.handles[seats] = handle;
    lane.below[seats] = lane.below[seat] ?? NO_LOW;
    lane.above[seats] = lane.above[seat] ?? NO_HIGH;
    lane.until[seats] = lane.until[seat] ?? NEVER;
    seatOf[handle] = seats;
    seats += 1;
  }
  lane.seats = seats;
  lane.left = 0;
}
