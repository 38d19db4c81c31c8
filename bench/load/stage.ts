import { rm } from 'node:fs/promises';
import { freePort } from '../../tests/support/free-port.ts';
import { newFolder, type RunningProgram, startProgram } from '../../tests/support/program.ts';
import { startSimulatorProcess } from '../../tests/support/simulator-process.ts';
import { signIn } from './account.ts';
import type { Visitor } from './visitor.ts';

/** The running program, with the simulated exchange in a process of its own. */
export interface Stage {
  readonly program: RunningProgram;
  readonly simulatorPort: number;
  /** The owner, signed in. */
  owner(): Promise<Visitor>;
  /** Adds a user and signs them in. */
  addUser(email: string): Promise<Visitor>;
  /** Adds a user. */
  addAccount(email: string): Promise<{ readonly email: string; readonly password: string }>;
  end(): Promise<void>;
}

/** Market minutes per real minute, unless a measurement is not about the engine. */
const SPEED = 60;

interface StageOptions {
  /** Further options of Node that the program runs with. */
  readonly nodeOptions?: readonly string[];
  readonly speed?: number;
}

export async function openStage({ nodeOptions = [], speed = SPEED }: StageOptions = {}): Promise<Stage> {
  const dataDir = await newFolder();
  const simulatorPort = await freePort();
  const place = { DATA_DIR: dataDir, SIMULATOR_PORT: String(simulatorPort), MARKET_SPEED: String(speed) };
  const stopSimulator = await startSimulatorProcess(place);
  const removeAll = async (): Promise<void> => {
    await stopSimulator();
    await rm(dataDir, { recursive: true, force: true });
  };
  const settings = { ...place, SIMULATOR_PROCESS: 'own', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'error' };
  const program = await startProgram(settings, { node: [...process.execArgv, ...nodeOptions] }).catch(
    async (error: unknown) => {
      await removeAll();
      throw error;
    },
  );
  let users = 0;
  /** Users live apart, and some limits count by address. */
  const newAddress = (): string => {
    users += 1;
    return `10.0.0.${users}`;
  };
  const addAccount = async (email: string) => {
    const password = /once: (\S+)/.exec(await program.command('user', 'add', email))?.[1];
    if (password === undefined) throw new Error('a new account has a password');
    return { email, password };
  };
  return {
    program,
    simulatorPort,
    owner: () => signIn(program.address, program.owner, newAddress()),
    addAccount,
    addUser: async (email) => signIn(program.address, await addAccount(email), newAddress()),
    async end() {
      await program.stop();
      await removeAll();
    },
  };
}
