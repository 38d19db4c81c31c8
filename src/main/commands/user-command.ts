import { AppError } from '#base/errors.ts';
import { addUser, disableUser, enableUser, ensureOwner, type NewAccount, setPassword } from '#identity/accounts.ts';
import { normalEmail } from '#identity/email.ts';
import { issuerOf } from '#identity/hosted/hosted-project.ts';
import type { Database } from '#storage/database/database.ts';
import { EMBEDDED } from '#storage/users/users.ts';
import type { Config } from '../config.ts';
import { besideProgram } from './beside-program.ts';

/** What an action needs besides the account's email. */
interface Accounts {
  readonly issuer: string;
  readonly owner: { readonly email: string; readonly password: string | null };
}

type Act = (identity: Database, email: string, accounts: Accounts) => Promise<string>;

const ACTS: Readonly<Record<string, Act>> = {
  // On a new installation the owner is made first, as a start would: later starts find an account and make none.
  add: async (identity, email, { owner }) => {
    const made = await ensureOwner(identity, owner);
    const first = made === null ? [] : [ownerSentence(made)];
    if (made?.email === normalEmail(email)) return first.join('\n');
    const added = await addUser(identity, { email, password: null });
    return [...first, `The account ${added.email} was made. Its password, shown this once: ${added.password}`].join(
      '\n',
    );
  },
  disable: async (identity, email, { issuer }) => {
    await disableUser(identity, email, issuer);
    return `The account ${email} is disabled and signed out everywhere.`;
  },
  enable: async (identity, email, { issuer }) => {
    await enableUser(identity, email, issuer);
    return `The account ${email} may sign in again.`;
  },
  password: async (identity, email) => {
    const password = await setPassword(identity, { email, password: null });
    return `The new password of ${email}, shown this once: ${password}`;
  },
};

/** What only the hosted service can do when accounts are hosted. */
const EMBEDDED_ONLY = ['add', 'password'];

/**
 * `user add | disable | enable | password EMAIL`, whether or not the program is running.
 * @throws AppError COMMAND_UNKNOWN, ACCOUNTS_ELSEWHERE, and the errors of the action itself
 */
export async function userCommand(config: Config, words: readonly string[]): Promise<void> {
  const [name = '', email, ...rest] = words;
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined || email === undefined || rest.length > 0) {
    throw new AppError('COMMAND_UNKNOWN', `Usage: user ${Object.keys(ACTS).join(' | ')} EMAIL`);
  }
  if (config.firebase !== null && EMBEDDED_ONLY.includes(name)) {
    throw new AppError(
      'ACCOUNTS_ELSEWHERE',
      `Accounts live in the project ${config.firebase.projectId}: add them and set passwords there. Here they can be disabled and enabled once they have signed in.`,
    );
  }
  const issuer = config.firebase === null ? EMBEDDED : issuerOf(config.firebase);
  const owner = { email: config.ownerEmail, password: config.ownerPassword };
  await besideProgram(config, ({ identity }) => act(identity, email, { issuer, owner }));
}

function ownerSentence({ email, password }: NewAccount): string {
  const shown =
    password === null ? 'Its password is that of OWNER_PASSWORD.' : `Its password, shown this once: ${password}`;
  return `The owner's account ${email} was made. ${shown}`;
}
