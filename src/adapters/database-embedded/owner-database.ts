import { Client, DatabaseError } from 'pg';

const OWNER = 'botyard_owner';
const DATABASE = 'botyard';
/** Codes for an unknown login or wrong password, and for an unknown database. */
const NOT_MADE_YET = new Set(['28P01', '28000', '3D000']);
const WRONG_PASSWORD = '28P01';

/** Whether the server refused the superuser's password. */
export function isWrongPassword(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === WRONG_PASSWORD;
}

export interface OwnerOptions {
  readonly port: number;
  readonly superuser: string;
  /** The password of a login; letters and digits only. */
  readonly password: (login: string) => string;
}

/** Creates the owner's login and database on a new server. @returns the owner's url */
export async function ensureDatabase(options: OwnerOptions): Promise<string> {
  const url = ownerUrl(options);
  if (await opens(url)) return url;
  const client = new Client(urlOf(options, options.superuser, 'postgres'));
  await client.connect();
  try {
    const role = await client.query('select from pg_roles where rolname = $1', [OWNER]);
    const verb = role.rowCount === 0 ? 'create' : 'alter';
    await client.query(`${verb} role ${OWNER} login createdb createrole password '${options.password(OWNER)}'`);
    const database = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (database.rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  } finally {
    await client.end();
  }
  return url;
}

/** The owner's url, whether or not its login exists already. */
export function ownerUrl(options: Omit<OwnerOptions, 'superuser'>): string {
  return urlOf(options, OWNER, DATABASE);
}

function urlOf({ port, password }: Omit<OwnerOptions, 'superuser'>, login: string, database: string): string {
  return `postgres://${login}:${password(login)}@127.0.0.1:${port}/${database}`;
}

async function opens(url: string): Promise<boolean> {
  const client = new Client(url);
  client.on('error', () => {}); // The attempt to connect reports it.
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code !== undefined && NOT_MADE_YET.has(error.code)) return false;
    throw error;
  } finally {
    await client.end();
  }
}
