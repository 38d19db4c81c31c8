import { readFileSync } from 'node:fs';

/** The most memory that this process had resident so far, in 10⁶ bytes; null where the system does not tell. */
export function peakMb(): number | null {
  try {
    const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return kib === undefined ? null : Math.round((Number(kib) * 1_024) / 1e6);
  } catch {
    return null;
  }
}
