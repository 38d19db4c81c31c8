import type { Chance } from '#base/prng.ts';
import type { Operation } from './document.ts';
import {
  BROKEN_REQUESTS,
  HOSTILE_BODIES,
  HOSTILE_HEADERS,
  HOSTILE_JSON,
  HOSTILE_PATHS,
  HOSTILE_TYPES,
  METHODS,
} from './hostile.ts';
import type { KnownValues } from './known-values.ts';
import { valueMaker } from './right-value.ts';

/** A request as it goes over the wire. */
export interface FuzzRequest {
  /** What was done to it, for whoever reads of a failure. */
  readonly kind: Kind;
  readonly operation: Operation | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether a user's token goes with it. */
  readonly isSignedIn: boolean;
}

type Kind = 'right' | 'mutated' | 'body' | 'header' | 'path' | 'method' | 'identity' | 'broken';

/** How often each kind comes, of a hundred. */
const SHARES: readonly (readonly [kind: Kind, share: number])[] = [
  ['right', 28],
  ['mutated', 36],
  ['body', 10],
  ['header', 10],
  ['path', 7],
  ['method', 2],
  ['identity', 5],
  ['broken', 2],
];
const KINDS: readonly Kind[] = SHARES.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));

/** What these do is no matter of one request: they are sent with a field that is always refused. */
const REFUSED_ONLY: ReadonlySet<string> = new Set(['signOut', 'loadDemo', 'removeDemo']);

const TOOLKIT = '/identitytoolkit.googleapis.com/v1/accounts:';
const IDENTITY_PATHS = ['signInWithPassword', 'lookup', 'update', 'signUp', 'sendOobCode', 'nothing', '%zz'];
const IDENTITY_FIELDS = ['email', 'password', 'idToken', 'refresh_token', 'grant_type', 'returnSecureToken'];
const SIGNED_IN_SHARE = 0.97;
const KEY_SHARE = 0.2;

/** Makes one request after another, the same ones for the same seed as long as the program answers the same. */
export function requestMaker(options: {
  readonly operations: readonly Operation[];
  readonly random: Chance;
  readonly known: KnownValues;
}): () => FuzzRequest {
  const { operations, random, known } = options;
  const values = valueMaker(random, known);

  const addressOf = ({ path, parameters }: Operation): string => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(String(values.make(parameters.find((one) => one.name === name)?.schema ?? {}, name))),
    );
    const query = new URLSearchParams();
    for (const { in: place, name, required, schema } of parameters) {
      if (place === 'query' && (required || random.next() < 0.4)) query.set(name, String(values.make(schema, name)));
    }
    return query.size === 0 ? filled : `${filled}?${query}`;
  };

  const right = (operation: Operation): FuzzRequest => {
    const address = addressOf(operation);
    const refused = REFUSED_ONLY.has(operation.name) ? `${address.includes('?') ? '&' : '?'}refused=1` : '';
    const hasKey = operation.method !== 'GET' && random.next() < KEY_SHARE;
    return {
      kind: 'right',
      operation,
      method: operation.method,
      path: address + refused,
      headers: {
        ...(operation.body === null ? {} : { 'content-type': 'application/json' }),
        ...(hasKey ? { 'idempotency-key': `key ${random.between(1, 40)}` } : {}),
      },
      body: operation.body === null ? null : JSON.stringify(values.make(operation.body, 'body')),
      isSignedIn: random.next() < SIGNED_IN_SHARE,
    };
  };

  const mutated = (request: FuzzRequest): FuzzRequest => {
    if (request.body === null || random.next() < 0.1) return { ...mutatedAddress(request), kind: 'mutated' };
    return { ...request, kind: 'mutated', body: mutatedJson(request.body) };
  };
  /** A value of the query gives way to another; without a query, the end of the path, which may then be no call's. */
  const mutatedAddress = (request: FuzzRequest): FuzzRequest => {
    const [place = '', query = ''] = request.path.split('?', 2);
    const pairs = [...new URLSearchParams(query)];
    const value = encodeURIComponent(random.pick(HOSTILE_JSON).replace(/^"|"$/g, '').slice(0, 2_000));
    if (pairs.length === 0 || random.next() < 0.2) {
      return { ...request, operation: null, path: `${place.replace(/[^/]+$/, value)}?${query}` };
    }
    return { ...request, path: withValue(place, query, value) };
  };
  const withValue = (place: string, query: string, value: string): string => {
    const [name] = random.pick([...new URLSearchParams(query)]);
    return `${place}?${query}&${name}=${value}`.replace(new RegExp(`([?&])${name}=[^&]*&`), '$1');
  };
  /** A value somewhere in the text gives way to another; a field comes twice, or one comes that nobody knows. */
  const mutatedJson = (text: string): string => {
    const spots = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!:)|-?\d+(?:\.\d+)?|true|false|null|\[\]/g)];
    const hostile = random.pick(HOSTILE_JSON);
    if (spots.length === 0 || random.next() < 0.15)
      return text.replace(/^\{/, `{"${random.pick(ODD_NAMES)}":${hostile},`);
    const spot = random.pick(spots);
    return text.slice(0, spot.index) + hostile + text.slice(spot.index + spot[0].length);
  };

  const identity = (): FuzzRequest => {
    const isToken = random.next() < 0.2;
    const fields = Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, 'x@example.org']));
    return {
      kind: 'identity',
      operation: null,
      method: random.next() < 0.9 ? 'POST' : random.pick(METHODS),
      path: isToken ? '/securetoken.googleapis.com/v1/token' : TOOLKIT + random.pick(IDENTITY_PATHS),
      headers: { 'content-type': 'application/json' },
      body: random.next() < 0.5 ? mutatedJson(JSON.stringify(fields)) : random.pick(HOSTILE_BODIES),
      isSignedIn: false,
    };
  };

  const changed: Readonly<Record<Kind, (request: FuzzRequest) => FuzzRequest>> = {
    right: (request) => request,
    mutated,
    body: (request) => ({
      ...request,
      kind: 'body',
      body: request.method === 'GET' ? null : random.pick(HOSTILE_BODIES),
      headers: {
        ...request.headers,
        'content-type': random.next() < 0.7 ? 'application/json' : random.pick(HOSTILE_TYPES),
      },
    }),
    header: (request) => {
      const [name, value] = random.pick(HOSTILE_HEADERS);
      return { ...request, kind: 'header', headers: { ...request.headers, [name]: value } };
    },
    path: (request) => ({
      ...request,
      kind: 'path',
      operation: null,
      path: request.path.replace(/\/[^/?]*(?:\?.*)?$/, '') + random.pick(HOSTILE_PATHS),
    }),
    method: (request) => ({ ...request, kind: 'method', operation: null, method: random.pick(METHODS) }),
    identity,
    broken: (request) => ({ ...request, kind: 'broken', operation: null, body: random.pick(BROKEN_REQUESTS) }),
  };
  return () => changed[random.pick(KINDS)](right(random.pick(operations)));
}

const ODD_NAMES = [
  '__proto__',
  'constructor',
  'owner_id',
  'is_admin',
  'id',
  '',
  'a b',
  'ключ',
  'x_1',
  'Name',
  'toString',
];
