import { averageOf } from '../../model/position.ts';
import { IN_CYCLE, NO_WIN, type SweepAtom } from '../atom.ts';
import type { SweepRun } from '../run.ts';
import type { SweepSignal } from './sweep-signal.ts';

/** Whether a signal acts at the close of the minute under way. */
export function actsNow(run: SweepRun, { over, barMinutes, opened }: SweepSignal): boolean {
  const closed = (opened + run.minute + 1) / barMinutes;
  return Number.isInteger(closed) && over.acts(closed - 1, heldNow(run));
}

/** The first minute after the one under way at whose close a signal acts while the positions stay; `NO_WIN` when there is none. */
export function nextSignal(run: SweepRun, { over, barMinutes, opened }: SweepSignal): number {
  const first = Math.ceil((opened + run.minute + 2) / barMinutes) - 1;
  const end = Math.floor((opened + run.close.length) / barMinutes);
  const place = over.next(first, end, heldNow(run));
  return place >= end ? NO_WIN : (place + 1) * barMinutes - opened - 1;
}

/** Whether an open position has exit rules that may close it. */
export function mayExit(atom: SweepAtom): atom is SweepAtom & { readonly exit: SweepSignal } {
  return atom.exit !== null && atom.phase === IN_CYCLE && atom.exitReason === null && atom.position.quantity > 0;
}

/** Place of the bar that closes with the minute under way. */
export function placeNow(run: SweepRun, { barMinutes, opened }: SweepSignal): number {
  return (opened + run.minute + 1) / barMinutes - 1;
}

function heldNow(run: SweepRun) {
  bringUp(run.first);
  if (run.second !== null) bringUp(run.second);
  return run.held;
}

function bringUp({ held, instrument, position, levelsFilled }: SweepAtom): void {
  held.averagePrice = averageOf(instrument, position);
  held.levelsFilled = levelsFilled;
}
