import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { readWebhookHost } from '#adapters/notices/webhook-address.ts';
import { ENVIRONMENTS } from '#base/environment.ts';
import type { ProfileName } from '#simulator/admin/faults/profiles.ts';

/** One setting of the program, as used by `help`, `docs/settings.md` and the reader of the environment. */
export interface Setting<T> {
  /** The allowed values in words: the end of "must be …". */
  readonly allowed: string;
  /** The default in words, if it is not a fixed text. */
  readonly fallback: string;
  /** What the setting does, one sentence for the user. */
  readonly sentence: string;
  /** A secret is never printed, not even when it is wrong. */
  readonly isSecret: boolean;
  readonly schema: z.ZodType<T, string | undefined>;
}

const DATABASE_PROTOCOLS = /^postgres(?:ql)?:\/\/[^\s]+$/;
const SYSTEM_DATA_DIR = '/var/lib/botyard';
const SIMULATOR_PROCESSES = ['same', 'own'] as const;
const SIMULATOR_ADDRESSES = ['127.0.0.1', '0.0.0.0', '::'] as const;
// Written out, because the program loads no code of the simulated exchange.
const SIMULATOR_PROFILES = ['ideal', 'realistic', 'storm'] as const satisfies readonly ProfileName[];
const SIMULATOR_CLOCKS = ['wall', 'own'] as const;
const MARKET_SPEEDS = ['1', '10', '60', '300'] as const;
const IDENTITIES = ['embedded', 'firebase'] as const;
/** For a longer history use the exchange's public archive: `candles import-archive`. */
const BACK_FILL_DAYS_MAX = 365;
const [LOG_DAYS_MIN, LOG_DAYS_MAX] = [7, 3_650];
const [REQUESTS_MIN, REQUESTS_MAX] = [600, 1_000_000];
const PROXIES_MAX = 20;
const HOSTS_MAX = 20;
const ORIGINS_MAX = 20;
const HOST_NAME = /^[\w-]{1,63}(?:\.[\w-]{1,63}){0,10}$/;
const LIST_LENGTH_MAX = 1_000;
/** Texts between commas. */
const listed = z
  .string()
  .max(LIST_LENGTH_MAX)
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
/** Coins that a service may be asked for: ten calls of a hundred. */
const COINS_MAX = 1_000;
const COIN_ID = /^((?:(?![a-z])[\p{L}\p{N}]){1,20})=([1-9]\d{0,8})$/u;
const ORIGIN = z
  .string()
  .max(300)
  .regex(/^https?:\/\/[\w.-]+(?::\d{1,5})?$/)
  .optional();
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Every setting, by the name of its environment variable, in the order in which `help` shows them. */
export const settings = {
  PORT: setting({
    sentence: 'Port of the web pages and the API.',
    allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
    fallback: '8080',
    schema: port('8080'),
  }),
  HOST: setting({
    sentence: 'Address to listen on; 0.0.0.0 opens the program to the network.',
    allowed: 'a host name or an IP address',
    fallback: '127.0.0.1',
    schema: z
      .string()
      .regex(/^[\w.:-]{1,253}$/)
      .default('127.0.0.1'),
  }),
  DATA_DIR: setting({
    sentence: 'Folder of everything the program keeps: the embedded database, candles and the secrets.',
    allowed: 'a path of a folder',
    fallback: `.botyard in the checkout; ${SYSTEM_DATA_DIR} as root in a folder that other users cannot enter`,
    schema: z
      .string()
      .min(1)
      .max(4_096)
      .optional()
      .transform((folder) => (folder === undefined ? defaultDataDir() : path.resolve(folder))),
  }),
  SECRETS_DIR: setting({
    sentence: 'Folder of the signing and sealing keys, readable by this user only.',
    allowed: 'a path of a folder',
    fallback: 'secrets in DATA_DIR',
    schema: z
      .string()
      .min(1)
      .max(4_096)
      .transform((folder) => path.resolve(folder))
      .optional(),
  }),
  CANDLES_DIR: setting({
    sentence: 'Folder of imported candles and funding.',
    allowed: 'a path of a folder',
    fallback: 'candles in DATA_DIR',
    schema: z
      .string()
      .min(1)
      .max(4_096)
      .transform((folder) => path.resolve(folder))
      .optional(),
  }),
  DATABASE_URL: setting({
    sentence: 'PostgreSQL to use, with the role that owns the tables; without it, an embedded one is started.',
    ...databaseUrl('the embedded PostgreSQL'),
  }),
  DATABASE_APP_URL: setting({
    sentence: 'Login for the requests of users, which must not be able to bypass row-level security.',
    ...databaseUrl('a role created with DATABASE_URL'),
  }),
  DATABASE_ENGINE_URL: setting({
    sentence: 'Login for the engine, which must not be able to bypass row-level security.',
    ...databaseUrl('a role created with DATABASE_URL'),
  }),
  DATABASE_IDENTITY_URL: setting({
    sentence: 'Login for accounts and sessions, the only one that reads password hashes.',
    ...databaseUrl('a role created with DATABASE_URL'),
  }),
  DATABASE_LAB_URL: setting({
    sentence: 'Login for the lab, which reaches backtests and the queue of their jobs, and no table of users.',
    ...databaseUrl('a role created with DATABASE_URL'),
  }),
  LAB_TOKEN: setting({
    sentence:
      'Lets other machines that compute backtests fetch the stored candles of this one; the same on all of them.',
    allowed: '24 to 200 letters, digits, _ and -',
    fallback: 'none: no candles are given away',
    isSecret: true,
    schema: z
      .string()
      .regex(/^[\w-]{24,200}$/)
      .optional(),
  }),
  LAB_ORIGIN: setting({
    sentence: 'With --roles=lab: the address of the program from which the candles of backtests are fetched.',
    allowed: 'http://host:port or https://host:port without a path',
    fallback: 'none: candles are read in DATA_DIR and CANDLES_DIR, as on a shared disk',
    schema: ORIGIN,
  }),
  IDENTITY: setting({
    sentence: 'Where accounts are kept: in this program, or in a Firebase Authentication project.',
    allowed: oneOf(IDENTITIES),
    fallback: 'embedded',
    schema: z.enum(IDENTITIES).default('embedded'),
  }),
  FIREBASE_PROJECT_ID: setting({
    sentence: 'Firebase project of the users and of their Firestore documents; required with IDENTITY=firebase.',
    allowed: 'an id of 6 to 30 lower-case letters, digits and -, not beginning with botyard-',
    fallback: 'none',
    schema: z
      .string()
      .regex(/^(?!botyard-)[a-z][a-z0-9-]{4,28}[a-z0-9]$/)
      .optional(),
  }),
  FIREBASE_API_KEY: setting({
    sentence: 'Web API key of that project; required with IDENTITY=firebase.',
    allowed: '10 to 100 letters, digits, _ and -',
    fallback: 'none',
    schema: z
      .string()
      .regex(/^[\w-]{10,100}$/)
      .optional(),
  }),
  FIREBASE_ORIGIN: setting({
    sentence: "Address that replaces all of Google's hosts, to try the hosted sign-in without them.",
    allowed: 'http://host:port or https://host:port without a path',
    fallback: "Google's own hosts",
    schema: ORIGIN,
  }),
  OWNER_EMAIL: setting({
    sentence: 'Email of the owner account that the first start creates.',
    allowed: 'an email address',
    fallback: 'owner@botyard.local',
    schema: z
      .string()
      .max(254)
      .regex(/^[^\s@]+@[^\s@]+$/)
      .default('owner@botyard.local'),
  }),
  OWNER_PASSWORD: setting({
    sentence: 'Password of that account; without it, a random one is printed once.',
    allowed: '8 to 256 characters',
    fallback: 'random',
    isSecret: true,
    schema: z.string().min(8).max(256).optional(),
  }),
  EXCHANGE: setting({
    sentence:
      'Where prices come from: sim starts a simulated exchange, demo is Binance Demo Trading, mainnet is Binance itself.',
    allowed: oneOf(ENVIRONMENTS),
    fallback: 'sim',
    schema: z.enum(ENVIRONMENTS).default('sim'),
  }),
  SIMULATOR_PORT: setting({
    sentence: "Port of the simulated exchange, with Binance's API and a page to watch it.",
    allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
    fallback: '9090',
    schema: port('9090'),
  }),
  SIMULATOR_PROCESS: setting({
    sentence:
      'Where the simulated exchange runs: in the process of the program, or in its own, which npm run simulator starts before with the same DATA_DIR and SIMULATOR_PORT.',
    allowed: oneOf(SIMULATOR_PROCESSES),
    fallback: 'same',
    schema: z.enum(SIMULATOR_PROCESSES).default('same'),
  }),
  SIMULATOR_HOST: setting({
    sentence:
      'Address that the simulated exchange listens on; anything but 127.0.0.1 opens it to the network, and needs SIMULATOR_ADMIN_TOKEN.',
    allowed: oneOf(SIMULATOR_ADDRESSES),
    fallback: '127.0.0.1',
    schema: z.enum(SIMULATOR_ADDRESSES).default('127.0.0.1'),
  }),
  SIMULATOR_TLS_PORT: setting({
    sentence:
      'A second port of the simulated exchange, with encryption, for clients that connect in no other way; its certificate is simulator/tls/certificate.pem in DATA_DIR.',
    allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
    fallback: 'none',
    schema: portNumber().optional(),
  }),
  SIMULATOR_ADMIN_TOKEN: setting({
    sentence: 'What requests to the admin surface of the simulated exchange must know.',
    allowed: '24 to 256 letters, digits, - and _',
    fallback: 'a new one at every start, in simulator/admin-token of DATA_DIR',
    isSecret: true,
    schema: z
      .string()
      .regex(/^[\w-]{24,256}$/)
      .optional(),
  }),
  SIMULATOR_PROFILE: setting({
    sentence:
      'How the simulated exchange behaves: without delay or fault, with the delays and disorder of a real one, or as on its worst days.',
    allowed: oneOf(SIMULATOR_PROFILES),
    fallback: 'ideal',
    schema: z.enum(SIMULATOR_PROFILES).default('ideal'),
  }),
  SIMULATOR_CLOCK: setting({
    sentence:
      "Which time it is at the simulated exchange: wall is the machine's, at speed 1 and with the past ending now; own is a clock that MARKET_SPEED sets and that pauses while the program is down.",
    allowed: oneOf(SIMULATOR_CLOCKS),
    fallback: 'own for npm start; for npm run simulator that of its stored market, or wall for a new one',
    schema: z.enum(SIMULATOR_CLOCKS).optional(),
  }),
  SIMULATOR_HOSTS: setting({
    sentence:
      'Further host names under which the simulated exchange may be reached; localhost and addresses always work.',
    allowed: 'up to 20 host names, separated by commas',
    fallback: 'none',
    schema: listed.refine((hosts) => hosts.length <= HOSTS_MAX && hosts.every((host) => HOST_NAME.test(host))),
  }),
  SIMULATOR_REPLAY: setting({
    sentence: 'What the simulated exchange replays: the bundled recording, nothing, or the candle files of a folder.',
    allowed: 'bundled, none (all symbols are generated) or a path of a folder with imported candles',
    fallback: 'bundled',
    schema: z.string().min(1).max(4_096).default('bundled'),
  }),
  BACK_FILL_DAYS: setting({
    sentence: 'How much history to download when a market is opened for the first time.',
    allowed: 'a whole number of days from 0 (none) to 365',
    fallback: '30',
    schema: z
      .string()
      .regex(/^\d{1,3}$/)
      .default('30')
      .transform(Number)
      .refine((days) => days <= BACK_FILL_DAYS_MAX),
  }),
  LOG_DAYS: setting({
    sentence:
      "After how many days of the market the lines of the bots' log are deleted; a cycle's lines count from its end.",
    allowed: `a whole number of days from ${LOG_DAYS_MIN} to ${LOG_DAYS_MAX}`,
    fallback: '365',
    schema: z
      .string()
      .regex(/^\d{1,4}$/)
      .default('365')
      .transform(Number)
      .refine((days) => days >= LOG_DAYS_MIN && days <= LOG_DAYS_MAX),
  }),
  API_KEYS_DOCUMENT: setting({
    sentence: "Document of each user with the exchange key, read at sign-in; {uid} stands for the user's id.",
    allowed: 'collection/document, an even number of parts from 2 to 10 of letters, digits, . _ - and {uid}',
    fallback: 'keys/readApiKeys',
    schema: z.string().max(500).refine(isDocumentPath).default('keys/readApiKeys'),
  }),
  MARKET_SPEED: setting({
    sentence: 'How many market minutes pass in one real minute; only for the simulated exchange.',
    allowed: oneOf(MARKET_SPEEDS),
    fallback: '60',
    schema: z.enum(MARKET_SPEEDS).default('60').transform(Number),
  }),
  PUBLIC_ORIGINS: setting({
    sentence:
      'Addresses under which browsers reach the pages, when that is not localhost or an IP address; other host names are refused. The program needs a host name of its own: it does not run below a path.',
    allowed: 'up to 20 origins without a path such as https://bots.example.com, separated by commas',
    fallback: 'none',
    schema: listed.refine((origins) => origins.length <= ORIGINS_MAX && origins.every(isOrigin)),
  }),
  TRUSTED_PROXIES: setting({
    sentence:
      'Reverse proxies whose X-Forwarded-For header names the visitor; without one, whoever connects is the visitor.',
    allowed: 'up to 20 IP addresses or networks such as 10.0.0.0/8, separated by commas',
    fallback: 'none',
    schema: listed.refine((proxies) => proxies.length <= PROXIES_MAX && proxies.every(isAddressOrNetwork)),
  }),
  REQUESTS_PER_ADDRESS: setting({
    sentence:
      'How many requests per minute one address may send, counted before they are read; behind a proxy that TRUSTED_PROXIES does not name, all visitors share its address.',
    allowed: 'a whole number from 600 to 1000000',
    fallback: '30000',
    schema: z
      .string()
      .regex(/^\d{1,7}$/)
      .default('30000')
      .transform(Number)
      .refine((requests) => requests >= REQUESTS_MIN && requests <= REQUESTS_MAX),
  }),
  CMC_API_KEY: setting({
    sentence: 'Key of CoinMarketCap, which tells ranks, market caps and supplies of coins once a day.',
    allowed: '10 to 100 letters, digits and -',
    fallback: 'none: these figures are not available',
    isSecret: true,
    schema: z
      .string()
      .regex(/^[\w-]{10,100}$/)
      .optional(),
  }),
  CMC_IDS: setting({
    sentence: 'Coins with their ids at CoinMarketCap, such as BTC=1,PEPE=24478; a coin is never guessed by its symbol.',
    allowed: `at most ${COINS_MAX} coins as SYMBOL=ID, separated by commas, each symbol once`,
    fallback: 'none',
    schema: z
      .string()
      .max(COINS_MAX * 32)
      .default('')
      .transform((text) => text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()])))
      .refine((parts) => parts.length <= COINS_MAX && parts.every((part) => COIN_ID.test(part)))
      .transform((parts) => parts.map((part) => part.split('=')).map(([coin = '', id]) => [coin, Number(id)] as const))
      .refine((pairs) => new Set(pairs.map(([coin]) => coin)).size === pairs.length)
      .transform((pairs): ReadonlyMap<string, number> => new Map(pairs)),
  }),
  WEBHOOK_HOSTS: setting({
    sentence:
      'The only hosts that notices may be posted to; names must lead to public addresses, and only an address given here may be private or without encryption.',
    allowed: 'up to 20 host names or IP addresses, each with or without a port, separated by commas',
    fallback: 'none: there are no webhooks',
    schema: listed.refine(
      (hosts) => hosts.length <= HOSTS_MAX && hosts.every((host) => readWebhookHost(host) !== null),
    ),
  }),
  TELEGRAM_ORIGIN: setting({
    sentence: "Address of Telegram's API, for installations that reach it through a server of their own.",
    allowed: 'an origin such as https://api.telegram.org',
    fallback: 'https://api.telegram.org',
    schema: z.string().max(300).refine(isOrigin).default('https://api.telegram.org'),
  }),
  PRODUCT_TITLE: setting({
    sentence: 'Name shown on the sign-in card and in the browser tab.',
    allowed: '1 to 60 characters',
    fallback: 'Botyard',
    schema: z.string().trim().min(1).max(60).default('Botyard'),
  }),
  LOG_LEVEL: setting({
    sentence: 'How much the program logs to the console.',
    allowed: oneOf(LOG_LEVELS),
    fallback: 'warn',
    schema: z.enum(LOG_LEVELS).default('warn'),
  }),
} satisfies Record<string, Setting<unknown>>;

function setting<T>(options: Omit<Setting<T>, 'isSecret'> & { isSecret?: boolean }): Setting<T> {
  return { isSecret: false, ...options };
}

function port(fallback: string) {
  return portNumber().prefault(fallback);
}

function portNumber() {
  return z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((number) => number <= 65_535);
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Scheme, host and port as a browser writes them, without a slash at the end. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** "10.1.2.3", "fd00::1", "10.0.0.0/8". */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  return (
    version !== 0 && rest.length === 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  );
}

/** Collections and documents in turn, ending with a document. */
function isDocumentPath(path: string): boolean {
  const parts = path.split('/');
  const areNames = parts.every((part) => /^(?:[\w.-]|\{uid\})+$/.test(part) && !/^\.{1,2}$/.test(part));
  return areNames && parts.length % 2 === 0 && parts.length <= 10;
}

/** A database URL contains a password, so it counts as a secret. */
function databaseUrl(fallback: string) {
  return {
    allowed: 'postgres://user:password@host:port/database',
    fallback,
    isSecret: true,
    schema: z.string().max(2_048).regex(DATABASE_PROTOCOLS).optional(),
  };
}

/** PostgreSQL refuses to run as root, so there its user must be able to reach the folder. */
function defaultDataDir(): string {
  const here = path.resolve('.botyard');
  const isRoot = process.getuid?.() === 0;
  return isRoot && !isOpenToOthers(path.dirname(here)) ? SYSTEM_DATA_DIR : here;
}

function isOpenToOthers(folder: string): boolean {
  accessSync(folder, constants.F_OK);
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  const parent = path.dirname(folder);
  return isOpen && (parent === folder || isOpenToOthers(parent));
}
