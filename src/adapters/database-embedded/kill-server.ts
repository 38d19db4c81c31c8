import { setTimeout as sleep } from 'node:timers/promises';
import { serverProcesses } from './postmaster.ts';

const POLL_MS = 5;
/** A killed process is gone at once, except one that waits for a broken disk. */
const GONE_MS_MAX = 2_000;

/**
 * Ends all processes of the folder's server at once, also frozen ones. Nothing committed is lost: PostgreSQL replays its
 * journal at the next start.
 */
export async function killServer(cluster: string): Promise<void> {
  const deadline = performance.now() + GONE_MS_MAX;
  for (;;) {
    const left = serverProcesses(cluster);
    if (left.length === 0 || performance.now() > deadline) return;
    for (const pid of left) signal(pid, 'SIGKILL');
    await sleep(POLL_MS);
  }
}

/** Sends a signal to a process that may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
