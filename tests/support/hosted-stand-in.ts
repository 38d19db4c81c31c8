import formbody from '@fastify/formbody';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** An account as the stand-in knows it. */
export interface HostedAccount {
  readonly uid: string;
  readonly email: string;
  readonly password: string;
  isDisabled: boolean;
  isDeleted: boolean;
  /** In seconds; tokens of earlier sign-ins are invalid. */
  validSince: number;
}

/** Stands in for all of Google's hosts under one origin: accounts, tokens, public keys and documents. */
export interface HostedStandIn {
  readonly origin: string;
  readonly projectId: string;
  readonly apiKey: string;
  /** How many requests of each kind have arrived. */
  readonly asked: { keys: number; lookups: number; documents: number };
  /** While true, every request of a server gets an error. */
  isDown: boolean;
  addAccount(account: Pick<HostedAccount, 'uid' | 'email' | 'password'>): HostedAccount;
  /** Sets the fields of a document in Firestore's format; null deletes it. */
  setDocument(path: string, fields: object | null): void;
  /** Signs with a new key from now on; the old one is withdrawn. */
  rotateKey(): Promise<void>;
  /** A token as issued by a sign-in. @param claims - override the regular claims */
  tokenOf(account: HostedAccount, claims?: Readonly<Record<string, unknown>>, kid?: string): Promise<string>;
  close(): Promise<void>;
}

const HOUR_S = 3_600;
const REFRESH = /^refresh-(.+)-(\d+)$/;

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** Generating a key is slow, so all stand-ins of a process begin with the same one. */
let firstKey: Promise<Key> | null = null;

/** Starts the stand-in on a free port. */
export async function startHostedStandIn(projectId = 'my-project'): Promise<HostedStandIn> {
  const accounts = new Map<string, HostedAccount>();
  const documents = new Map<string, { fields: object; updateTime: string }>();
  firstKey ??= newKey(1);
  let key = await firstKey;
  let keys = 1;
  const app = fastify();
  await app.register(formbody);
  allowPages(app);
  const tokenOf: HostedStandIn['tokenOf'] = (account, claims = {}, kid = key.kid) =>
    sign(key, { kid, projectId, account, claims });
  const standIn = {
    projectId,
    apiKey: 'AIza-stand-in',
    asked: { keys: 0, lookups: 0, documents: 0 },
    isDown: false,
    addAccount(account: Pick<HostedAccount, 'uid' | 'email' | 'password'>) {
      const made = { ...account, isDisabled: false, isDeleted: false, validSince: 0 };
      accounts.set(made.uid, made);
      return made;
    },
    setDocument(path: string, fields: object | null) {
      if (fields === null) documents.delete(path);
      else documents.set(path, { fields, updateTime: new Date().toISOString() });
    },
    async rotateKey() {
      keys += 1;
      key = await newKey(keys);
    },
    tokenOf,
    close: () => app.close(),
  };
  mountAccounts(app, standIn, accounts);
  app.get('/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com', async (_request, reply) => {
    standIn.asked.keys += 1;
    return standIn.isDown ? reply.code(503).send('down') : { keys: [key.jwk] };
  });
  app.get('/v1/projects/:project/databases/:database/documents/*', async (request, reply) => {
    standIn.asked.documents += 1;
    const { '*': path } = request.params as { '*': string };
    const uid = uidOf(String(request.headers.authorization).replace('Bearer ', ''));
    if (uid === null || !accounts.has(uid)) return refuse(reply, 401, 'UNAUTHENTICATED');
    const found = documents.get(path);
    return found === undefined
      ? refuse(reply, 404, 'NOT_FOUND')
      : { name: path, createTime: found.updateTime, ...found };
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return Object.assign(standIn, { origin });
}

type Asked = Pick<HostedStandIn, 'asked' | 'isDown' | 'tokenOf'>;

/** https://firebase.google.com/docs/reference/rest/auth */
function mountAccounts(app: FastifyInstance, standIn: Asked, accounts: ReadonlyMap<string, HostedAccount>): void {
  const toolkit = '/identitytoolkit.googleapis.com/v1/accounts';
  const grantOf = async (account: HostedAccount, authTime = Math.floor(Date.now() / 1_000)) => ({
    localId: account.uid,
    email: account.email,
    idToken: await standIn.tokenOf(account, { auth_time: authTime }),
    refreshToken: `refresh-${account.uid}-${authTime}`,
    expiresIn: String(HOUR_S),
  });
  app.post(`${toolkit}::signInWithPassword`, async (request, reply) => {
    const { email, password } = request.body as { email: string; password: string };
    const account = [...accounts.values()].find((each) => each.email === email && !each.isDeleted);
    if (account === undefined || account.password !== password) return refuse(reply, 400, 'INVALID_LOGIN_CREDENTIALS');
    if (account.isDisabled) return refuse(reply, 400, 'USER_DISABLED');
    return { kind: 'identitytoolkit#VerifyPasswordResponse', registered: true, ...(await grantOf(account)) };
  });
  app.post(`${toolkit}::lookup`, async (request, reply) => {
    standIn.asked.lookups += 1;
    if (standIn.isDown) return refuse(reply, 503, 'UNAVAILABLE');
    const { idToken } = request.body as { idToken: string };
    const account = accounts.get(uidOf(idToken) ?? '');
    if (account === undefined || account.isDeleted) return refuse(reply, 400, 'USER_NOT_FOUND');
    if (account.isDisabled) return refuse(reply, 400, 'USER_DISABLED');
    if (Number(decodeJwt(idToken)['auth_time']) < account.validSince) return refuse(reply, 400, 'TOKEN_EXPIRED');
    const { uid: localId, email, validSince } = account;
    const user = { localId, email, emailVerified: true, validSince: String(validSince), disabled: false };
    const providerUserInfo = [{ providerId: 'password', federatedId: email, email, rawId: email }];
    return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [{ ...user, providerUserInfo }] };
  });
  app.post('/securetoken.googleapis.com/v1/token', async (request, reply) => {
    const { refresh_token: token } = request.body as { refresh_token: string };
    const [, uid = '', authTime] = REFRESH.exec(token) ?? [];
    const account = accounts.get(uid);
    if (account === undefined || account.isDeleted) return refuse(reply, 400, 'USER_NOT_FOUND');
    if (account.isDisabled) return refuse(reply, 400, 'USER_DISABLED');
    const grant = await grantOf(account, Number(authTime));
    return {
      access_token: grant.idToken,
      id_token: grant.idToken,
      refresh_token: grant.refreshToken,
      expires_in: grant.expiresIn,
      token_type: 'Bearer',
      user_id: account.uid,
    };
  });
}

/** The pages come from another origin, as they do with Google's own hosts. */
function allowPages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
    if (request.method === 'OPTIONS') await reply.code(204).send();
  });
  app.options('/*', async (_request, reply) => reply.code(204).send());
}

function refuse(reply: FastifyReply, code: number, message: string) {
  return reply.code(code).send({ error: { code, message, status: message } });
}

function uidOf(token: string): string | null {
  try {
    return decodeJwt(token).sub ?? null;
  } catch {
    return null;
  }
}

async function newKey(count: number): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = `key-${count}`;
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

interface Signed {
  readonly kid: string;
  readonly projectId: string;
  readonly account: HostedAccount;
  readonly claims: Readonly<Record<string, unknown>>;
}

function sign(key: Key, { kid, projectId, account, claims }: Signed): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: account.uid,
    user_id: account.uid,
    email: account.email,
    email_verified: true,
    auth_time: now,
    iat: now,
    exp: now + HOUR_S,
    firebase: { identities: { email: [account.email] }, sign_in_provider: 'password' },
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .sign(key.privateKey);
}
