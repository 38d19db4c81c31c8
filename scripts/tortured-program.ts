import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { programFile } from './built-program.ts';
import { COMPILE_CACHE } from './compile-cache.ts';

export const TORTURE_OWNER = { email: 'owner@torture.local', password: 'torture-of-a-program' } as const;

/** The real program, started in order to be killed. */
export interface TorturedProgram {
  /** Its address once it is ready; null when it ended first. */
  readonly ready: Promise<string | null>;
  /** Its exit code once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Kills it with SIGKILL, alone or with its PostgreSQL, and waits until it is gone. */
  kill(what: 'program' | 'group'): Promise<void>;
  /** Ctrl-C: everything decided is stored. Throws when it does not end cleanly. */
  stop(): Promise<void>;
  output(): string;
}

/** Starts the program of `npm start` on a free port with the data folder. */
export function startProgram({
  dataDir,
  speed,
}: {
  readonly dataDir: string;
  readonly speed: number;
}): TorturedProgram {
  const child = spawn(process.execPath, [programFile(), 'start'], {
    detached: true,
    env: {
      ...COMPILE_CACHE,
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      SIMULATOR_PORT: '0',
      BACK_FILL_DAYS: '0',
      DATA_DIR: dataDir,
      MARKET_SPEED: String(speed),
      OWNER_EMAIL: TORTURE_OWNER.email,
      OWNER_PASSWORD: TORTURE_OWNER.password,
      LOG_LEVEL: 'error',
    },
  });
  const gone = once(child, 'close'); // Not 'exit', because its last output may still be in flight then.
  let output = '';
  const ready = new Promise<string | null>((resolve) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /ready in [\d.]+ s: (\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void gone.then(([code]) => {
      output += `\nended with ${String(code)}`;
      resolve(null);
    });
  });
  return {
    ready,
    ended: gone.then(([code]) => code),
    output: () => output,
    async kill(what) {
      if (what === 'group') killPostgres(path.join(dataDir, 'postgres'));
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = await gone;
      if (code !== 0) throw new Error(`the program ended with ${String(code)}:\n${output}`);
    },
  };
}

/** PostgreSQL's processes leave our process group, so they are found by the postmaster's own file. */
function killPostgres(cluster: string): void {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!Number.isInteger(postmaster) || postmaster <= 1) return;
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const backends = processes.filter(([, parent]) => parent === postmaster).map(([pid = 0]) => pid);
  for (const pid of [postmaster, ...backends]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Already gone, as intended.
    }
  }
}
