import { readdirSync, readFileSync } from 'node:fs';
import { at } from '#base/assert.ts';

/** Processor time used so far, user and system, in milliseconds. */
export interface ProcessorTime {
  /** Of the thread that answers requests. */
  readonly mainMs: number;
  /** Of all threads of the program. */
  readonly programMs: number;
  /** Of the processes that it has started: its database. */
  readonly databaseMs: number;
}

/**
 * Processor time of a running program, which says what an answer costs whatever else the machine does. Null where the
 * system does not tell.
 */
export function processorTime(pid: number): ProcessorTime | null {
  try {
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const parents = new Map(processes.flatMap((name) => parentOf(name)));
    const isBelow = (one: number): boolean => {
      const parent = parents.get(one);
      return parent !== undefined && (parent === pid || isBelow(parent));
    };
    const below = [...parents.keys()].filter(isBelow);
    return {
      mainMs: usedMs(`/proc/${pid}/task/${pid}/stat`),
      programMs: usedMs(`/proc/${pid}/stat`),
      databaseMs: below.reduce((total, one) => total + usedMs(`/proc/${one}/stat`), 0),
    };
  } catch {
    return null;
  }
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
/** Places behind the name of the process, which may contain spaces. */
const [PARENT, USER, SYSTEM] = [1, 11, 12];

function fieldsOf(file: string): readonly number[] {
  const text = readFileSync(file, 'latin1');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** The process with its parent; none when it has ended meanwhile. */
function parentOf(name: string): [number, number][] {
  try {
    return [[Number(name), at(fieldsOf(`/proc/${name}/stat`), PARENT)]];
  } catch {
    return [];
  }
}

function usedMs(file: string): number {
  const fields = fieldsOf(file);
  return (at(fields, USER) + at(fields, SYSTEM)) * TICK_MS;
}
