import path from 'node:path';
import type * as z from 'zod';
import { AppError } from '#base/errors.ts';
import type { HostedProject } from '#identity/hosted/hosted-project.ts';
import type { ProfileName } from '#simulator/admin/faults/profiles.ts';
import type { ClockKind } from '#simulator/market-clock.ts';
import { type Setting, settings } from './settings.ts';

type Values = { readonly [Name in keyof typeof settings]: z.infer<(typeof settings)[Name]['schema']> };

/** The settings as the program uses them. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute. */
  readonly secretsDir: string;
  /** Absolute. */
  readonly candlesDir: string;
  /** Null for the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly databaseAppUrl: string | null;
  readonly databaseEngineUrl: string | null;
  readonly databaseIdentityUrl: string | null;
  readonly databaseLabUrl: string | null;
  /** Null: the stored candles are given to no other machine. */
  readonly labToken: string | null;
  /** Null: a machine that joins the lab reads candles from its own disk. */
  readonly labOrigin: string | null;
  /** Null for the embedded identity. */
  readonly firebase: HostedProject | null;
  readonly ownerEmail: string;
  /** Null for a random one. */
  readonly ownerPassword: string | null;
  readonly exchange: Values['EXCHANGE'];
  /** 0 takes any free port. */
  readonly simulatorPort: number;
  readonly simulatorHost: Values['SIMULATOR_HOST'];
  readonly simulatorProfile: ProfileName;
  /** With encryption; null without. */
  readonly simulatorTlsPort: number | null;
  /** Null for a new one at every start. */
  readonly simulatorAdminToken: string | null;
  readonly simulatorProcess: Values['SIMULATOR_PROCESS'];
  /** Null leaves the choice to the command. */
  readonly simulatorClock: ClockKind | null;
  /** `bundled`, `none` or a folder. */
  readonly simulatorReplay: string;
  /** Days of history of a new market. */
  readonly backFillDays: number;
  /** Days of the market that lines of the bots' log are kept. */
  readonly logDays: number;
  /** Path of the key document; may contain {uid}. */
  readonly apiKeysDocument: string;
  /** Market minutes per wall minute. */
  readonly marketSpeed: number;
  /** Further host names of the simulated exchange, in lower case. */
  readonly simulatorHosts: readonly string[];
  /** Origins of the pages as browsers see them. */
  readonly publicOrigins: readonly string[];
  /** Addresses and networks of reverse proxies. */
  readonly trustedProxies: readonly string[];
  readonly requestsPerAddress: number;
  /** Null: nothing is asked of CoinMarketCap. */
  readonly cmcApiKey: string | null;
  /** Ids at CoinMarketCap, by coin. */
  readonly cmcIds: ReadonlyMap<string, number>;
  /** As the setting writes them. */
  readonly webhookHosts: readonly string[];
  readonly telegramOrigin: string;
  readonly productTitle: string;
  readonly logLevel: Values['LOG_LEVEL'];
}

/**
 * Reads the settings from the environment; an empty variable counts as not set.
 * @throws AppError SETTING_NOT_ALLOWED naming every wrong setting, its value (never a secret) and the allowed values
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const complaints: string[] = [];
  const read = (name: string, setting: Setting<unknown>): unknown => {
    const text = environment[name] === '' ? undefined : environment[name];
    const outcome = setting.schema.safeParse(text);
    if (!outcome.success) complaints.push(complaint(name, setting, text));
    return outcome.success ? outcome.data : undefined;
  };
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, read(name, setting)]),
  ) as unknown as Values; // Each value has just been parsed with its own schema, or there is an error.
  if (complaints.length > 0) throw new AppError('SETTING_NOT_ALLOWED', complaints.join('\n'));
  return configOf(values);
}

function complaint(name: string, setting: Setting<unknown>, text: string | undefined): string {
  const value = setting.isSecret ? 'the value given' : JSON.stringify(text);
  return `${name} cannot be ${value}: it must be ${setting.allowed}.`;
}

function configOf(values: Values): Config {
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    secretsDir: values.SECRETS_DIR ?? path.join(values.DATA_DIR, 'secrets'),
    candlesDir: values.CANDLES_DIR ?? path.join(values.DATA_DIR, 'candles'),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseAppUrl: values.DATABASE_APP_URL ?? null,
    databaseEngineUrl: values.DATABASE_ENGINE_URL ?? null,
    databaseIdentityUrl: values.DATABASE_IDENTITY_URL ?? null,
    databaseLabUrl: values.DATABASE_LAB_URL ?? null,
    labToken: values.LAB_TOKEN ?? null,
    labOrigin: values.LAB_ORIGIN ?? null,
    firebase: firebaseOf(values),
    ownerEmail: values.OWNER_EMAIL,
    ownerPassword: values.OWNER_PASSWORD ?? null,
    exchange: values.EXCHANGE,
    simulatorPort: values.SIMULATOR_PORT,
    simulatorHost: values.SIMULATOR_HOST,
    simulatorProfile: values.SIMULATOR_PROFILE,
    simulatorTlsPort: values.SIMULATOR_TLS_PORT ?? null,
    simulatorAdminToken: adminTokenOf(values),
    simulatorProcess: values.SIMULATOR_PROCESS,
    simulatorClock: values.SIMULATOR_CLOCK ?? null,
    simulatorReplay: values.SIMULATOR_REPLAY,
    backFillDays: values.BACK_FILL_DAYS,
    logDays: values.LOG_DAYS,
    apiKeysDocument: values.API_KEYS_DOCUMENT,
    marketSpeed: hasOwnClock(values) ? values.MARKET_SPEED : 1,
    simulatorHosts: values.SIMULATOR_HOSTS.map((host) => host.toLowerCase()),
    publicOrigins: values.PUBLIC_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    requestsPerAddress: values.REQUESTS_PER_ADDRESS,
    cmcApiKey: values.CMC_API_KEY ?? null,
    cmcIds: values.CMC_IDS,
    webhookHosts: values.WEBHOOK_HOSTS,
    telegramOrigin: values.TELEGRAM_ORIGIN,
    productTitle: values.PRODUCT_TITLE,
    logLevel: values.LOG_LEVEL,
  };
}

/** Only the simulated exchange can have one. */
function hasOwnClock({ EXCHANGE, SIMULATOR_CLOCK }: Values): boolean {
  return EXCHANGE === 'sim' && SIMULATOR_CLOCK !== 'wall';
}

/** Whoever reaches the admin surface from the network must know more than a file of this machine. */
function adminTokenOf({ SIMULATOR_HOST, SIMULATOR_ADMIN_TOKEN }: Values): string | null {
  if (SIMULATOR_ADMIN_TOKEN !== undefined) return SIMULATOR_ADMIN_TOKEN;
  if (SIMULATOR_HOST === '127.0.0.1') return null;
  throw new AppError(
    'SETTING_NOT_ALLOWED',
    `SIMULATOR_HOST=${SIMULATOR_HOST} opens the simulated exchange to the network, which needs a SIMULATOR_ADMIN_TOKEN of at least 24 characters.`,
  );
}

function firebaseOf(values: Values): HostedProject | null {
  if (values.IDENTITY === 'embedded') return null;
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey, FIREBASE_ORIGIN: origin } = values;
  if (projectId === undefined || apiKey === undefined) {
    throw new AppError(
      'SETTING_NOT_ALLOWED',
      'IDENTITY=firebase needs FIREBASE_PROJECT_ID and FIREBASE_API_KEY, both shown in the settings of the project.',
    );
  }
  return { projectId, apiKey, origin: origin ?? null };
}
