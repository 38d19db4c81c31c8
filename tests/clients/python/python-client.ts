import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ExchangeAccess, Foreign } from '../check.ts';

const HOST = path.resolve(import.meta.dirname, 'python-client.py');

/** Makes a call of a client that is written in Python. @throws Error with what the client raised */
export type PythonCall = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<Foreign>;

/** Asks a client that is written in Python for the names of its methods. */
export const NAMES = 'names of methods';

/** A call of the exchange: the names of its methods in both clients, null where a client lacks it. */
export interface PythonRow {
  readonly methods: readonly [pythonBinance: string | null, connector: string | null];
  readonly params?: () => Readonly<Record<string, unknown>>;
  /** Whether the answer is what the exchange's documentation says; left out where a refusal is right. */
  isRight?(answer: Foreign): boolean;
  /** The code that the exchange must answer with. */
  readonly refusal?: string;
}

/**
 * Starts a client from its source in the folder that CLIENTS_DIR names, in the Python that CLIENTS_PYTHON names; it ends with
 * this process.
 * @returns null when it is not there
 */
export function pythonClient(client: string, { port, apiKey, secret }: ExchangeAccess): PythonCall | null {
  const folder = path.resolve(process.env['CLIENTS_DIR'] ?? '', client);
  if (process.env['CLIENTS_DIR'] === undefined || !existsSync(folder)) return null;
  const words = [HOST, client, folder, `http://127.0.0.1:${port}`, apiKey, secret];
  const child = spawn(process.env['CLIENTS_PYTHON'] ?? 'python3', words, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => {}); // That it has ended is said by the answer that does not come.
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (method, params = {}) => {
    child.stdin.write(`${JSON.stringify({ method, params })}\n`);
    const { value } = await answers.next();
    if (value === undefined) throw new Error('the Python client has ended');
    const { answer, error } = JSON.parse(value);
    if (error !== undefined) throw new Error(error);
    return answer;
  };
}
