import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ranTooLong } from '#storage/database/ran-too-long.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import { passwordPolicyBody } from '../passwords/password-policy.ts';
import { BusyError } from '../passwords/work-queue.ts';
import type { SigningKeys } from '../signing-keys.ts';
import { lookupAnswer, signInAnswer, tokenAnswer, updateAnswer } from './identity-answers.ts';
import {
  errorBody,
  IdentityError,
  type IdentityErrorCode,
  identityErrors,
  identityRetryAfterS,
} from './identity-error.ts';
import { lookupBody, parseBody, signInBody, tokenBody, updateBody } from './identity-requests.ts';
import type { IdentityService } from './identity-service.ts';

const TOOLKIT = '/identitytoolkit.googleapis.com';
const TOKENS = '/securetoken.googleapis.com';
/** Where the hosted service publishes its keys, under its own host. */
export const JWKS_PATH = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const BODY_LIMIT_BYTES = 16_384;
const KEYS_MAX_AGE_S = 3_600;

/** Calls that accounts may not make; the owner creates and removes accounts. */
const ownersOnly = ['accounts:signUp', 'accounts:delete'];
/** Ways to sign in and recover that this service does not offer; the answer is the same for every account. */
const notOffered = [
  'accounts:createAuthUri',
  'accounts:resetPassword',
  'accounts:sendOobCode',
  'accounts:sendVerificationCode',
  'accounts:signInWithCustomToken',
  'accounts:signInWithEmailLink',
  'accounts:signInWithGameCenter',
  'accounts:signInWithIdp',
  'accounts:signInWithPhoneNumber',
];

/** The routes of the identity service, mounted at the root of the origin, where the official SDK expects them. */
export function identityRoutes(options: { service: IdentityService; keys: SigningKeys }): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError);
    app.addHook('onClose', () => options.service.close());
    app.removeAllContentTypeParsers();
    readJson(app);
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    mountAccounts(app, options.service);
    // Of the protocol's calls only the exchange of a refresh token is sent as a form.
    await app.register(async (scope) => {
      readForms(scope);
      mountTokens(scope, options.service, options.keys);
    });
    mountRest(app);
  };
}

function mountAccounts(app: FastifyInstance, service: IdentityService): void {
  app.post(method('accounts:signInWithPassword'), async (request) => {
    const body = parseBody(signInBody, request.body, 'INVALID_REQUEST');
    return signInAnswer(await service.signIn({ ...body, address: request.ip }));
  });
  app.post(method('accounts:lookup'), async (request) => {
    const { idToken } = parseBody(lookupBody, request.body, 'INVALID_ID_TOKEN');
    return lookupAnswer(await service.lookup(idToken));
  });
  app.post(method('accounts:update'), async (request) => {
    const { idToken, password } = parseBody(updateBody, request.body, 'INVALID_ID_TOKEN');
    if (password === undefined) throw new IdentityError('OPERATION_NOT_ALLOWED');
    return updateAnswer(await service.changePassword({ idToken, password, address: request.ip }));
  });
  for (const name of ownersOnly) app.post(method(name), refuse('ADMIN_ONLY_OPERATION'));
  for (const name of notOffered) app.post(method(name), refuse('OPERATION_NOT_ALLOWED'));
  app.get(`${TOOLKIT}/v2/passwordPolicy`, async () => passwordPolicyBody());
}

function mountTokens(app: FastifyInstance, service: IdentityService, keys: SigningKeys): void {
  app.post(`${TOKENS}/v1/token`, async (request) => {
    const body = parseBody(tokenBody, request.body, 'INVALID_REFRESH_TOKEN');
    if (body.grant_type !== 'refresh_token') throw new IdentityError('INVALID_GRANT_TYPE');
    if (body.refresh_token === '') throw new IdentityError('MISSING_REFRESH_TOKEN');
    return tokenAnswer(await service.refresh(body.refresh_token, request.ip), keys.projectId);
  });
  app.get(JWKS_PATH, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE_S}`);
    return keys.publicKeys;
  });
}

/** The pages come from the same origin, so other origins get no permission: OPTIONS answers without any CORS header. */
function mountRest(app: FastifyInstance): void {
  for (const prefix of [TOOLKIT, TOKENS]) {
    app.options(`${prefix}/*`, async (_request, reply) => reply.code(204).header('allow', 'GET, POST, OPTIONS').send());
    for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      app.route({ method: verb, url: `${prefix}/*`, handler: refuse('NOT_FOUND') });
    }
  }
}

/** A colon in a route starts a parameter unless it is doubled. */
function method(name: string): string {
  return `${TOOLKIT}/v1/${name.replace(':', '::')}`;
}

function refuse(code: IdentityErrorCode) {
  return async (): Promise<never> => {
    throw new IdentityError(code);
  };
}

function readJson(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => parsedJson(body),
  );
}

function readForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new IdentityError('INVALID_REQUEST');
  }
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const code = codeOf(error);
  if (code === 'INTERNAL_ERROR') request.log.error({ requestId: request.id, code, err: error }, 'failed');
  if (code === 'TOO_MANY_ATTEMPTS_TRY_LATER') request.log.warn({ requestId: request.id, code }, 'throttled');
  const waitS = identityRetryAfterS[code];
  if (waitS !== undefined) void reply.header('retry-after', waitS);
  void reply.code(identityErrors[code]).send(errorBody(code, { isUnasked: isUnasked(request) }));
}

const UNASKED = [`${TOOLKIT}/v1/accounts:lookup`, `${TOKENS}/v1/token`];

function isUnasked({ url }: FastifyRequest): boolean {
  return UNASKED.some((path) => url === path || url.startsWith(`${path}?`));
}

/** Refusals of the framework and of the hooks above, in this protocol's codes. */
const foreignCodes: Readonly<Record<string, IdentityErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'REQUEST_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'INVALID_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_REQUEST',
  TOO_MANY_REQUESTS: 'TOO_MANY_ATTEMPTS_TRY_LATER',
  HTTP_INVALID: 'INVALID_REQUEST',
  HOST_FOREIGN: 'INVALID_REQUEST',
  ORIGIN_FOREIGN: 'INVALID_REQUEST',
};

function codeOf(error: unknown): IdentityErrorCode {
  if (error instanceof IdentityError) return error.code;
  if (error instanceof BusyError) return 'TOO_MANY_ATTEMPTS_TRY_LATER';
  if (ranTooLong(error)) return 'OVERLOADED';
  const trouble = storeTroubleOf(error);
  if (trouble !== null) return trouble === 'disk-full' ? 'DISK_FULL' : 'DATABASE_UNAVAILABLE';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (Object.hasOwn(foreignCodes, code) && foreignCodes[code]) || 'INTERNAL_ERROR';
}
