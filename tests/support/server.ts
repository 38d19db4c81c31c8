import type { FastifyInstance } from 'fastify';
import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { refused } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import { type StartedLab, startLab } from '#main/lab/start-lab.ts';
import type { Runtime } from '#ports/runtime.ts';
import type { RuleScreens } from '#ports/screener/rule-screens.ts';
import { remoteRuntime } from '#runtime/thread/remote-runtime.ts';
import { RUNTIME_COMMANDS, type RuntimeNews } from '#runtime/thread/runtime-calls.ts';
import { startThread } from '#runtime/thread/start-thread.ts';
import { buildServer } from '#server/app.ts';
import type { CoinServices } from '#server/assets/coin-services.ts';
import { createTokenVerifier, type TokenState, type TokenVerifier } from '#server/http/callers/auth.ts';
import { createLog } from '#server/http/log.ts';
import type { KeyServices } from '#server/keys/key-services.ts';
import type { MarketServices } from '#server/market/market-services.ts';
import type { NoticeServices } from '#server/notices/notice-services.ts';
import type { ServerOptions } from '#server/services.ts';
import type { LabServices } from '#server/tests/lab-services.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { openInterestPage } from '#storage/screener/open-interest.ts';
import { startTestDatabase } from './database.ts';
import { engineThread } from './engine-thread.ts';
import { movesOnRecording } from './moves-on-recording.ts';
import type { ReplayCalls, ReplayQuestion } from './replay-engine-calls.ts';
import { trialsOnRecording } from './trials-on-recording.ts';

const PROJECT = 'botyard-test';
const ISSUER = `https://securetoken.google.com/${PROJECT}`;

export interface Answer {
  readonly status: number;
  /** The JSON that the server answered. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Sent {
  /** The user whose token is sent; null sends none. */
  readonly as?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The real server on its own database, with the real engine in its thread on the recorded market. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly runtime: Runtime;
  readonly database: Database;
  readonly ownerUrl: string;
  readonly labUrl: string;
  readonly verifier: TokenVerifier;
  /** The log so far, one JSON line each. */
  readonly logLines: readonly string[];
  /** Sets the identity's answer about a user from now on. */
  setTokenState(user: string, tokenState: TokenState): void;
  tokenOf(user: string): Promise<string>;
  /** Another token of the user, which expires that soon. */
  shortTokenOf(user: string, seconds: number): Promise<string>;
  send(method: 'GET' | 'POST' | 'DELETE', url: string, sent?: Sent): Promise<Answer>;
  /** Moves the market on by this many minutes, and waits until the engine has decided them and has told of it. */
  step(minutes: number): Promise<void>;
  /** Waits until everything that the engine has decided is stored. */
  flush(): Promise<void>;
  /** Ends everything but the database. */
  leaveDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** The keys of a server whose tests are about something else: nobody has one, and the exchange knows none that is offered. */
const NO_KEYS: KeyServices = {
  sealer: { seal: async () => Buffer.alloc(0) },
  signer: { permissionsOf: async () => ({ kind: 'refused', venueCode: -2015 }), check: async () => 'absent' },
  reader: { notice: () => {}, readingOf: () => ({ isReading: false, nextTryAt: null }), subscribe: () => {} },
  openAccount: null,
  ownDocumentPath: null,
};

/** The market of a server whose tests are about something else: it lists nothing and answers nothing. */
function noMarket(runtime: Runtime): MarketServices {
  const absent = () => Promise.reject(new Error('this server has no market'));
  return {
    listings: () => new Map(),
    leftOut: () => [],
    line: () => ({ isConnected: true, heardAt: instantOf(Date.now()), due: runtime.market().closed }),
    contracts: async () => [],
    history: async () => ({ present: [], absent: [], gaps: [], presentAt: runtime.market().closed }),
    funding: async () => ({ settled: [], hasOlder: false, held: [] }),
    candlePages: absent,
    backFills: async () => [],
    startBackFill: async () => refused({ code: 'SYMBOL_UNKNOWN', detail: 'this server has no market' }),
    cancelBackFill: async () => refused({ code: 'BACK_FILL_NOT_FOUND', detail: 'this server has no market' }),
    onBackFill: () => () => {},
    signedPrice: absent,
  };
}

/** Without a key nothing is known of coins. */
const noCoins: CoinServices = {
  data: async () => ({ available: false, reason: 'NO_API_KEY' }),
  description: async () => ({ description: null, reason: 'NO_API_KEY' }),
  sizes: async (coins) => new Map(coins.map((coin) => [coin, 'NO_API_KEY'])),
};

/** Nothing judges rules: every screening has just begun. */
const noRules: RuleScreens = {
  screen: async () => ({ closedAt: instantOf(0), done: 0, total: 0, findings: null }),
  known: () => null,
};

/** Nothing leaves a server whose tests are about something else; what would have been sent counts as arrived. */
const noNotices: NoticeServices = {
  seal: async () => Buffer.from('sealed'),
  webhookHosts: ['hooks.example.com'],
  webhookOf: (address) => (address.startsWith('https://hooks.example.com/') ? new URL(address) : null),
  sendOne: async () => ({ isSent: true }),
  wake: () => {},
  onChange: () => () => {},
};

/** A lab that computes nothing. */
function noLab(): LabServices {
  const absent = () => Promise.reject(new Error('this server has no lab'));
  const reports = { report: absent, cycles: absent, netCycles: absent, trades: absent, orders: absent };
  return {
    engineVersion: '0.0.0-test',
    workers: 1,
    reports: { ...reports, story: absent, monteCarlo: absent },
    ...{ prepare: absent, coverage: absent, dataHash: absent },
    speed: async () => 1,
    unfinished: async () => [],
    wake: () => {},
    onChange: () => () => {},
  };
}

function startTestLab(labUrl: string): Promise<StartedLab> {
  return startLab(
    { labUrl, folders: [], version: '0.0.0-test', commit: null },
    {
      warn: (line) => process.stderr.write(`${line}\n`),
      failed: (cause) => {
        throw cause;
      },
    },
  );
}

export type TestServerOptions = {
  /** A database of the run's server that nobody is connected to, which the server works on a copy of. */
  readonly original?: string;
  /** What is stored before the engine starts. */
  readonly prepare?: (ownerUrl: string) => Promise<void>;
  /** Modules that the engine's thread loads first, such as one that registers a kind. */
  readonly modules?: readonly URL[];
  /** Whether backtests are computed, on the bundled month; without it nothing computes them. */
  readonly hasLab?: boolean;
  /** What becomes of the database of requests before they use it. */
  readonly requests?: (database: Database) => Database;
  /** Creates the exchange-key services with the engine's login. */
  readonly keysOf?: (engine: Database) => Promise<KeyServices>;
} & Partial<
  Pick<
    ServerOptions,
    | 'market'
    | 'trials'
    | 'moves'
    | 'coins'
    | 'screener'
    | 'rules'
    | 'notices'
    | 'system'
    | 'rateLimits'
    | 'plugins'
    | 'trustedProxies'
    | 'publicOrigins'
    | 'liveTimes'
    | 'webRoot'
    | 'isReady'
    | 'settings'
    | 'now'
    | 'sharedCandles'
  >
>;

/** Its market stands still until a test moves it on. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const {
    original,
    keysOf = async () => NO_KEYS,
    modules = [],
    hasLab = false,
    requests,
    prepare,
    ...overrides
  } = options;
  const test = await startTestDatabase(original);
  await prepare?.(test.ownerUrl);
  const database = openDatabase({ url: test.appUrl, poolMax: 12, applicationName: 'test app' });
  const engine = openDatabase({ url: test.engineUrl, poolMax: 2, applicationName: 'test keys' });
  const thread = startThread<ReplayQuestion, ReplayCalls, RuntimeNews>({
    entry: engineThread(modules.length > 0),
    name: 'test engine',
    commands: new Set(RUNTIME_COMMANDS),
    failed: (cause) => {
      throw cause;
    },
  });
  const { runtime, demo } = remoteRuntime(thread);
  await thread.open({ engineUrl: test.engineUrl, modules: modules.map(String) });
  const lab = hasLab ? await startTestLab(test.labUrl) : null;
  const tokenStates = new Map<string, TokenState>();
  const pair = await generateKeyPair('RS256', { extractable: true });
  const verifier = await verifierFor(pair.publicKey, tokenStates);
  const logLines: string[] = [];
  const app = await buildServer({
    database: requests?.(database) ?? database,
    runtime,
    verifier,
    settings: {
      title: 'Botyard',
      environment: 'sim',
      identity: { isEmbedded: true, projectId: PROJECT, apiKey: 'key', origin: null },
      logDays: 365,
      signInOrigins: [],
      version: '0.0.0-test',
      commit: null,
    },
    demo,
    keys: await keysOf(engine),
    market: noMarket(runtime),
    lab: lab?.services ?? noLab(),
    trials: trialsOnRecording(runtime),
    moves: movesOnRecording(runtime, engine),
    coins: noCoins,
    screener: { latest: async () => null, openInterest: (page) => openInterestPage(engine, page) },
    rules: noRules,
    notices: noNotices,
    endSession: async (caller) => {
      tokenStates.set(caller.userId, 'ended');
      verifier.forget(caller.userId);
    },
    system: { isDatabaseAnswering: () => true, disk: () => 'ok' },
    webRoot: null,
    log: createLog({ level: 'info', destination: { write: (line) => void logLines.push(line) } }),
    rateLimits: { address: 100_000, stranger: 100_000, user: 100_000 },
    ...overrides,
  });
  await app.ready();
  const { tokenOf, shortTokenOf } = tokensOf(pair.privateKey);
  const leaveDatabase = async (): Promise<void> => {
    await app.close();
    await Promise.all([thread.stop(), lab?.stop()]);
    await Promise.all([database.close(), engine.close()]);
  };
  return {
    app,
    runtime,
    database,
    ownerUrl: test.ownerUrl,
    labUrl: test.labUrl,
    verifier,
    logLines,
    tokenOf,
    shortTokenOf,
    setTokenState: (user, tokenState) => {
      tokenStates.set(user, tokenState);
      verifier.forget(user);
    },
    send: async (method, url, sent = {}) => {
      const token = sent.as == null ? {} : { authorization: `Bearer ${await tokenOf(sent.as)}` };
      const payload = sent.body === undefined ? {} : { payload: JSON.stringify(sent.body) };
      const type = sent.body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { ...token, ...type, ...sent.headers };
      const answer = await app.inject({ method, url, headers, ...payload });
      return { status: answer.statusCode, body: readJson(answer.body), headers: answer.headers };
    },
    step: (minutes) => thread.call('step', minutes),
    flush: () => thread.call('flush'),
    leaveDatabase,
    close: async () => {
      await leaveDatabase();
      await test.close();
    },
  };
}

function readJson(text: string): Answer['body'] {
  return text === '' ? null : JSON.parse(text);
}

async function verifierFor(publicKey: CryptoKey, tokenStates: ReadonlyMap<string, TokenState>): Promise<TokenVerifier> {
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }];
  return createTokenVerifier({
    issuer: ISSUER,
    audience: PROJECT,
    keySet: createLocalJWKSet({ keys }),
    tokenState: async ({ userId }) => tokenStates.get(userId) ?? 'alive',
  });
}

/** So old at most: some calls want a sign-in of the last five minutes, and a file of tests may take longer than that. */
const TOKEN_AGE_MAX_MS = 60_000;

/** A token per user, of the last minute and valid for an hour, and any number of shorter ones. */
function tokensOf(privateKey: CryptoKey): Pick<TestServer, 'tokenOf' | 'shortTokenOf'> {
  const tokens = new Map<string, { readonly token: Promise<string>; readonly at: number }>();
  const sign = (user: string, lifetime: string) =>
    new SignJWT({ user_id: user, email: `${user}@example.com`, auth_time: Math.floor(Date.now() / 1_000) })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setIssuer(ISSUER)
      .setAudience(PROJECT)
      .setSubject(user)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(privateKey);
  return {
    tokenOf(user) {
      const known = tokens.get(user);
      if (known !== undefined && Date.now() - known.at < TOKEN_AGE_MAX_MS) return known.token;
      const token = sign(user, '1h');
      tokens.set(user, { token, at: Date.now() });
      return token;
    },
    shortTokenOf: (user, seconds) => sign(user, `${seconds} seconds`),
  };
}
