import { createHmac, randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { AppError } from '#base/errors.ts';
import { QUEUE_SCHEMA } from '../tests/queue-schema.ts';
import { ACCESS, type Purpose } from './access.ts';

/** The URL for each purpose: `postgres://login:password@host:port/database`. */
export interface RoleUrls {
  readonly appUrl: string;
  readonly engineUrl: string;
  readonly identityUrl: string;
  readonly labUrl: string;
}

/** The login that owns the tables, and logins that exist already; the others are created. */
export interface RoleOptions {
  readonly ownerUrl: string;
  readonly appUrl?: string;
  readonly engineUrl?: string;
  readonly identityUrl?: string;
  readonly labUrl?: string;
}

/** The lock that lets only one process at a time prepare a database. */
const ACCESS_LOCK = 7_269_410;
/** A frozen server takes a connection and stays silent. */
const CONNECT_MS = 5_000;
const NOT_ALLOWED = '42501';
const WRONG_PASSWORD = new Set(['28P01', '28000']);

/**
 * Creates the logins of requests, engine, identity and lab for which no url is given, and grants all exactly their
 * privileges. The tables must exist (see `migrate`). Running it again changes nothing.
 * @param options - `ownerUrl` owns the tables; its login must be allowed to create roles when a url is left out
 * @throws AppError ROLES_NOT_CREATED
 */
export async function prepareRoles(options: RoleOptions): Promise<RoleUrls> {
  const { ownerUrl } = options;
  return withClient(ownerUrl, async (owner) => {
    const appUrl = options.appUrl ?? (await ownLogin(owner, ownerUrl, 'app'));
    const engineUrl = options.engineUrl ?? (await ownLogin(owner, ownerUrl, 'engine'));
    const identityUrl = await ownLoginOrOwner(owner, options, 'identity');
    const labUrl = await ownLoginOrOwner(owner, options, 'lab');
    const urls = { app: appUrl, engine: engineUrl, identity: identityUrl, lab: labUrl };
    await owner.query('begin');
    await owner.query('select pg_advisory_xact_lock($1)', [ACCESS_LOCK]);
    for (const purpose of ['app', 'engine', 'identity', 'lab'] as const) {
      const login = loginOf(urls[purpose]);
      if (login === loginOf(ownerUrl)) continue;
      await giveAccess(owner, purpose, login);
      if (purpose === 'lab') await giveQueue(owner, login);
    }
    await owner.query('commit');
    return { appUrl, engineUrl, identityUrl, labUrl };
  });
}

function loginOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** The URL of a login that we create. Its password derives from the owner's, so that every process finds the same one. */
async function ownLogin(owner: Client, ownerUrl: string, purpose: Purpose): Promise<string> {
  const { password } = new URL(ownerUrl);
  const seed = password === '' ? randomBytes(32) : decodeURIComponent(password);
  const url = new URL(ownerUrl);
  url.username = `botyard_${purpose}`;
  url.password = createHmac('sha256', seed).update(url.username).digest('hex');
  if (!(await takesLogin(url.href))) await makeLogin(owner, url.username, url.password);
  return url.href;
}

/** The owner itself serves accounts and backtests where it may not create logins and the operator provides the others. */
async function ownLoginOrOwner(owner: Client, options: RoleOptions, purpose: 'identity' | 'lab'): Promise<string> {
  const given = options[`${purpose}Url`];
  if (given !== undefined) return given;
  try {
    return await ownLogin(owner, options.ownerUrl, purpose);
  } catch (error) {
    const areMade = options.appUrl !== undefined && options.engineUrl !== undefined;
    if (areMade && error instanceof AppError && error.code === 'ROLES_NOT_CREATED') return options.ownerUrl;
    throw error;
  }
}

/** The URLs of `prepareRoles` whose logins are ours to create and to set back. */
export function ownLogins(options: RoleOptions, urls: RoleUrls): readonly string[] {
  const purposes = ['appUrl', 'engineUrl', 'identityUrl', 'labUrl'] as const;
  return purposes
    .filter((purpose) => options[purpose] === undefined && urls[purpose] !== options.ownerUrl)
    .map((purpose) => urls[purpose]);
}

/** Whether the database lets a login in. @throws what keeps the database from answering */
export async function takesLogin(url: string): Promise<boolean> {
  try {
    await withClient(url, async () => {});
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code !== undefined && WRONG_PASSWORD.has(error.code)) return false;
    throw error;
  }
}

/** @param password - letters and digits only */
async function makeLogin(owner: Client, login: string, password: string): Promise<void> {
  try {
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [login]);
    const verb = rowCount === 0 ? 'create' : 'alter';
    await owner.query(`${verb} role ${owner.escapeIdentifier(login)} login noinherit password '${password}'`);
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== NOT_ALLOWED) throw cause;
    throw new AppError(
      'ROLES_NOT_CREATED',
      `The login of DATABASE_URL may not create the role ${login}. Allow it (CREATEROLE), or create the logins yourself and set DATABASE_APP_URL and DATABASE_ENGINE_URL.`,
      { cause },
    );
  }
}

async function giveAccess(owner: Client, purpose: Purpose, login: string): Promise<void> {
  const role = owner.escapeIdentifier(login);
  const { rows, tables, functions = [] } = ACCESS[purpose];
  const grants = Object.entries(tables).map(([table, privileges]) => `grant ${privileges} on ${table} to ${role};`);
  grants.push(...functions.map((name) => `grant execute on function ${name} to ${role};`));
  await owner.query(`revoke all on all tables in schema public from ${role}; ${grants.join(' ')}`);
  const present = await owner.query<{ tablename: string }>(
    `select tablename from pg_policies
      where schemaname = 'public' and policyname = $1 and roles = array[$2]::name[] and qual is not null`,
    [purpose, login],
  );
  const done = new Set(present.rows.map(({ tablename }) => tablename));
  // Writing a policy locks its table against every query; the program may already run on another machine.
  const missing = Object.keys(tables).filter((table) => !done.has(table));
  const policies = missing.flatMap((table) => [
    `drop policy if exists ${purpose} on ${table};`,
    `create policy ${purpose} on ${table} to ${role} using (${rows}) with check (${rows});`,
  ]);
  if (policies.length > 0) await owner.query(policies.join(' '));
}

/** The queue has a schema of its own, which no other login reaches. */
async function giveQueue(owner: Client, login: string): Promise<void> {
  const role = owner.escapeIdentifier(login);
  await owner.query(
    `grant usage on schema ${QUEUE_SCHEMA} to ${role};
     grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${role};`,
  );
}

const BYPASS = `
  select case
    when bool_or(role.rolsuper) then 'it is, or may become, a superuser'
    when bool_or(role.rolbypassrls) then 'it has, or may take, the attribute BYPASSRLS'
    when bool_or(role.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'))
      then 'it may reach the files of the database server'
    when bool_or(role.oid in (select relowner from pg_class where relnamespace = 'public'::regnamespace
                                                              and relkind in ('r', 'p')))
      then 'it owns a table, or may act as the owner of one'
  end as reason
  from pg_roles as role where pg_has_role(current_user, role.oid, 'member')`;

/**
 * Makes sure that row-level security binds a login.
 * @throws AppError LOGIN_CAN_BYPASS when it is a superuser, may bypass policies, owns a table or may become such a role
 */
export async function refuseBypass(url: string): Promise<void> {
  const { rows } = await withClient(url, (client) => client.query<{ reason: string | null }>(BYPASS));
  const reason = rows[0]?.reason ?? null;
  if (reason === null) return;
  throw new AppError(
    'LOGIN_CAN_BYPASS',
    `The database login "${loginOf(url)}" could see the rows of every user: ${reason}. Use a login without such rights.`,
  );
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'botyard roles',
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => {}); // The query that was under way reports it.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
