import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programFile } from '../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../scripts/compile-cache.ts';

const PASSABLE = 0o711; // As root, PostgreSQL runs as another user, who must be able to reach its folder.
const OWNER = { email: 'owner@example.org', password: 'correct horse battery' };

/** The real program in a separate process, with its own folder and port. */
export interface RunningProgram {
  readonly address: string;
  readonly dataDir: string;
  readonly owner: { readonly email: string; readonly password: string };
  /** Of its present process. */
  pid(): number;
  /** Everything that it has printed since its last start, including its log. */
  output(): string;
  /** Runs a command of the program in another process and returns its output. */
  command(...words: string[]): Promise<string>;
  /** Kills its process at once, as `kill -9` does; its database stays behind. */
  kill(): Promise<void>;
  /** Starts it again at the same address in the same folder. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Starts the program on a fresh installation, whose folder goes when it is stopped, or on the folder that `DATA_DIR` names,
 * which stays.
 * @param options.node - options of Node that the program runs with
 * @param options.file - what is run instead of the program as `npm start` runs it
 * @throws Error with its output when it exits before it is ready
 */
export async function startProgram(
  settings: Environment = {},
  { node = [], file = programFile() }: { readonly node?: readonly string[]; readonly file?: string } = {},
): Promise<RunningProgram> {
  const words = [...node, file];
  const dataDir = settings['DATA_DIR'] ?? (await newFolder());
  const env = {
    ...COMPILE_CACHE,
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    SIMULATOR_PORT: '0',
    BACK_FILL_DAYS: '0', // A test requests what it needs.
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
    ...settings,
  };
  const remove = async () => {
    if (settings['DATA_DIR'] === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  let running = await launch(env, words).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const { address } = running;
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal);
    await running.ended;
  };
  return {
    address,
    dataDir,
    owner: OWNER,
    pid: () => running.child.pid ?? 0, // Undefined only when it could not be started, which has been refused.
    output: () => running.output(),
    command: (...words) => runCommand(words, env),
    kill: () => end('SIGKILL'),
    async restart() {
      running = await launch({ ...env, PORT: new URL(address).port }, words);
    },
    async stop() {
      await end('SIGTERM');
      await remove();
    },
  };
}

/** A new folder that PostgreSQL can reach. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'botyard-program-'));
  await chmod(folder, PASSABLE);
  return folder;
}

interface Launched {
  readonly child: ChildProcess;
  readonly address: string;
  readonly output: () => string;
  readonly ended: Promise<unknown>;
}

async function launch(env: Environment, words: readonly string[]): Promise<Launched> {
  const child = spawn(process.execPath, [...words, 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  const ready = new Promise<string | null>((resolve) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = / is ready in [\d.]+ s: (\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => resolve(null));
  });
  const address = await ready;
  if (address === null) throw new Error(`The program ended instead of starting:\n${output}`);
  return { child, address, output: () => output, ended };
}

/**
 * Runs a command of the program in another process and returns its output.
 * @throws Error with its output when it fails
 */
export async function runCommand(words: readonly string[], settings: Environment): Promise<string> {
  const env = { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', ...settings };
  const child = spawn(process.execPath, [programFile(), ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${output}`);
  return output;
}
