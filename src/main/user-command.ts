import { AppError } from '#base/errors.ts';
import { addUser, disableUser, enableUser, setPassword } from '#identity/accounts.ts';
import type { Database } from '#storage/database.ts';
import { besideProgram } from './beside-program.ts';
import type { Config } from './config.ts';

type Act = (identity: Database, email: string) => Promise<string>;

const ACTS: Readonly<Record<string, Act>> = {
  add: async (identity, email) => {
    const made = await addUser(identity, { email, password: null });
    return `The account ${made.email} was made. Its password, shown this once: ${made.password}`;
  },
  disable: async (identity, email) => {
    await disableUser(identity, email);
    return `The account ${email} is disabled and signed out everywhere.`;
  },
  enable: async (identity, email) => {
    await enableUser(identity, email);
    return `The account ${email} may sign in again.`;
  },
  password: async (identity, email) => {
    const password = await setPassword(identity, { email, password: null });
    return `The new password of ${email}, shown this once: ${password}`;
  },
};

/**
 * `user add | disable | enable | password EMAIL`, beside a running program or without one.
 * @throws AppError COMMAND_UNKNOWN, and what the act itself refuses
 */
export async function userCommand(config: Config, words: readonly string[]): Promise<void> {
  const [name = '', email, ...rest] = words;
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined || email === undefined || rest.length > 0) {
    throw new AppError('COMMAND_UNKNOWN', `Say: user ${Object.keys(ACTS).join(' | ')} EMAIL`);
  }
  await besideProgram(config, ({ identity }) => act(identity, email));
}
