import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TortureReply, TortureRequest } from './torture-child.ts';

const READY_MS = 60_000;

/** A victim that runs. */
export interface Victim {
  /** Resolves when it takes commands; null when it ended before. */
  readonly ready: Promise<Victim | null>;
  send(request: TortureRequest): void;
  /** Kills it with SIGKILL, alone or with its PostgreSQL, and waits until it is gone. */
  kill(what: 'program' | 'group'): Promise<void>;
  /** Lets everything catch up, store and stop. */
  settle(): Promise<void>;
}

export function startVictim(options: {
  readonly dataDir: string;
  readonly speed: number;
  readonly onReply: (reply: TortureReply) => void;
}): Victim {
  const { dataDir, speed, onReply } = options;
  const child = fork(fileURLToPath(new URL('torture-child.ts', import.meta.url)), [dataDir, String(speed)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const victim: Victim = {
    ready: Promise.race([reply(child, 'ready').then(() => victim), gone.then(() => null)]),
    send: (request) => {
      if (child.connected) child.send(request, () => {}); // A victim that dies meanwhile hears nothing.
    },
    async kill(what) {
      if (what === 'group') killPostgres(dataDir);
      child.kill('SIGKILL');
      await gone;
    },
    async settle() {
      const settled = reply(child, 'settled');
      victim.send({ type: 'settle' });
      await settled;
      await gone;
    },
  };
  child.on('message', (message) => onReply(message as TortureReply)); // Our own child sends nothing else.
  return victim;
}

function reply(child: ChildProcess, type: TortureReply['type']): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the victim was not ${type} in time`)), READY_MS);
    child.on('message', (message) => {
      if ((message as TortureReply).type !== type) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', () => clearTimeout(timer));
  });
}

/** PostgreSQL's processes leave our process group, so they are found by the postmaster's own file. */
function killPostgres(dataDir: string): void {
  const postmaster = postmasterOf(dataDir);
  if (postmaster === null) return;
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const backends = rows.map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === postmaster);
  for (const pid of [postmaster, ...backends.map(([child = 0]) => child)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already, which is what was wanted.
    }
  }
}

function postmasterOf(dataDir: string): number | null {
  for (const folder of [dataDir, join(dataDir, 'postgres'), join(dataDir, 'database')]) {
    const file = join(folder, 'postmaster.pid');
    if (!existsSync(file)) continue;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  }
  return null;
}
