import { add } from '#base/exact.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#base/time.ts';
import type { Stretch } from '../model/history.ts';
import type { EquityLine } from './equity-track.ts';
import type { SweepRun } from './run.ts';

/** Where the curves of runs are written: for each run a row of marks, for each mark the numbers of `MARK_NUMBERS`. */
export interface DayMarks {
  readonly rows: Float64Array;
  /** Marks of a run: `dayMarks` of the stretch. */
  readonly perRun: number;
}

/** Sum of the results of ended cycles, and equity: both cash. */
export const MARK_NUMBERS = 2;

const DAY_MINUTES = DAY_MS / MINUTE_MS;

/** The minutes at whose close a curve is marked: the last one of every UTC day, and the last one of the stretch. */
export function dayMarks(start: Instant, { from, to }: Stretch): readonly number[] {
  const marks: number[] = [];
  for (let minute = lastOfDay(start, from); minute < to - 1; minute += DAY_MINUTES) marks.push(minute);
  return from < to ? [...marks, to - 1] : marks;
}

/** The last minute of the day that contains a minute. */
function lastOfDay(start: Instant, minute: number): number {
  const sinceMidnight = Math.floor((start % DAY_MS) / MINUTE_MS) + minute;
  return minute + DAY_MINUTES - 1 - (sinceMidnight % DAY_MINUTES);
}

/** How far a run has marked its curve. */
export interface MarkCourse {
  readonly marks: DayMarks;
  readonly end: number;
  /** The next minute to be marked. */
  minute: number;
  /** Where its numbers go. */
  place: number;
}

export function newMarkCourse(marks: DayMarks, run: number, start: Instant, { from, to }: Stretch): MarkCourse {
  const place = run * marks.perRun * MARK_NUMBERS;
  return { marks, end: to - 1, minute: Math.min(to - 1, lastOfDay(start, from)), place };
}

/** Marks the closes before a minute, up to which the line holds. */
export function markUntil(course: MarkCourse, run: SweepRun, line: EquityLine, until: number): void {
  const { rows } = course.marks;
  while (course.minute < until) {
    rows[course.place] = add(run.won, run.lost);
    rows[course.place + 1] = line.fixed + line.perTick * (run.close[course.minute] as number); // Inside the columns.
    course.place += MARK_NUMBERS;
    course.minute = course.minute === course.end ? Number.POSITIVE_INFINITY : nextMark(course);
  }
}

function nextMark({ minute, end }: MarkCourse): number {
  return Math.min(end, minute + DAY_MINUTES);
}
