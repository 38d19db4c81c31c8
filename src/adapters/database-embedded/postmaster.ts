import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The content of the pid file of a running server. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
  /** It was told to stop and accepts nobody any more. */
  readonly isStopping: boolean;
}

const PORT_LINE = 3;
const STATUS_LINE = 7;

/** The server that the folder's pid file names; null without a file, or while it is being written. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[PORT_LINE])];
    if (!Number.isSafeInteger(pid) || pid <= 0 || !Number.isSafeInteger(port) || port <= 0) return null;
    const status = lines[STATUS_LINE]?.trim();
    return { pid, port, isReady: status === 'ready', isStopping: status === 'stopping' };
  } catch {
    return null;
  }
}

/** A live server of this very folder: process ids are reused, so its command line must name the folder. */
export function livePostmaster(cluster: string): Postmaster | null {
  const found = readPostmaster(cluster);
  return found !== null && commandLine(found.pid).includes(` ${cluster} `) ? found : null;
}

/** Whether the process that the folder's pid file names runs, and was neither told to stop nor stopped by a signal. */
export function isServing(cluster: string): boolean {
  const found = readPostmaster(cluster);
  if (found === null || found.isStopping || !isRunning(found.pid)) return false;
  return process.platform !== 'linux' || !stateOf(found.pid).startsWith('T'); // Elsewhere it costs as much as to ask.
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { stdio: 'pipe' }).toString();
  } catch {
    return ''; // There is no such process.
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Removes a pid file whose id now belongs to another process, which PostgreSQL would mistake for a running server.
 * While any process still works inside the folder the file stays: it guards the data.
 */
export function dropStalePidFile(cluster: string): void {
  if (process.platform !== 'linux') return; // Elsewhere nobody can tell whether a process works inside the folder.
  if (livePostmaster(cluster) === null && workingIn(cluster).length === 0) rmSync(pidFile(cluster), { force: true });
}

/**
 * The processes of the folder's server, also those that outlive a killed postmaster for a moment. Outside Linux these
 * can be found only while the postmaster lives.
 */
export function serverProcesses(cluster: string): readonly number[] {
  if (process.platform === 'linux') return workingIn(cluster).filter((pid) => isOfServer(commandLine(pid), cluster));
  const live = livePostmaster(cluster);
  return live === null ? [] : [live.pid, ...childrenOf(live.pid)];
}

/** Whether a process of the folder's server was stopped by a signal: it does not go on by itself. */
export function hasStoppedProcess(cluster: string): boolean {
  return serverProcesses(cluster).some((pid) => stateOf(pid).startsWith('T'));
}

/** The letters of a process's state, such as S for sleeping and T for stopped; empty for one that has ended. */
function stateOf(pid: number): string {
  try {
    // The state follows the name in parentheses, which may itself contain some: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    if (process.platform === 'linux') return /\) (\S)[^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';
    return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { stdio: 'pipe' })
      .toString()
      .trim();
  } catch {
    return '';
  }
}

/** A postmaster's command line names its folder; its children give themselves a title. */
function isOfServer(command: string, cluster: string): boolean {
  return command.startsWith('postgres: ') || command.includes(` ${cluster} `);
}

/** Every process of a server has its data folder as working directory. */
function workingIn(cluster: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingDirectory(name) === cluster)
    .map(Number);
}

function childrenOf(parent: number): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { stdio: 'pipe' }).toString().trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

function workingDirectory(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null; // The process has ended meanwhile, or belongs to another user.
  }
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
