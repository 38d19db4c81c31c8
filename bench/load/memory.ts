import { readFileSync } from 'node:fs';

/** Resident memory of a process, in 10⁶ bytes; null where the system does not tell. */
export function residentMb(pid: number): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? null : Math.round((Number(kib) * 1_024) / 1e6);
  } catch {
    return null;
  }
}
