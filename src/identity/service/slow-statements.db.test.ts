import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemOf } from '#server/http/problem.ts';
import { startTestIdentity, type TestIdentity } from '../../../tests/support/identity.ts';
import { addUser } from '../accounts.ts';

const ANN = { email: 'ann@example.org', password: 'correct horse battery' };
const toldToComeAgain = (message: string) => ({
  status: 503,
  retryAfter: '2',
  body: { error: { code: 503, message } },
});
/** The SDK keeps the session, because this code means that nobody was reached. */
const KEPT = 'NETWORK_REQUEST_FAILED : OVERLOADED';

let identity: TestIdentity;
let owner: Client;

beforeAll(async () => {
  identity = await startTestIdentity();
  owner = new Client(identity.ownerUrl);
  await owner.connect();
  await addUser(identity.database, ANN);
});

afterAll(async () => {
  await owner.end();
  await identity.close();
});

async function post(path: string, body: BodyInit, type: string) {
  const sent = { method: 'POST', body, headers: { 'content-type': type } };
  const response = await fetch(`${identity.origin}${path}?key=embedded`, sent);
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, body: (await response.json()) as Record<string, string> };
}

const signIn = () =>
  post('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword', JSON.stringify(ANN), 'application/json');

function refresh(refreshToken: string | undefined) {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(refreshToken) });
  return post('/securetoken.googleapis.com/v1/token', form.toString(), 'application/x-www-form-urlencoded');
}

/** Runs the work while somebody else holds what the statement locks. */
async function whileHeld<T>(statement: string, work: () => Promise<T>): Promise<T> {
  await owner.query(`begin; ${statement}`);
  try {
    return await work();
  } finally {
    await owner.query('rollback');
  }
}

it('a sign-in and a refresh that wait too long for the row of their user are answered with 503 and Retry-After', async () => {
  const { body: granted } = await signIn();
  const late = await whileHeld('select from users for update', () =>
    Promise.all([signIn(), refresh(granted['refreshToken'])]),
  );
  expect(late).toMatchObject([toldToComeAgain('OVERLOADED'), toldToComeAgain(KEPT)]);
  expect((await refresh(granted['refreshToken'])).status).toBe(200);
  expect((await signIn()).status).toBe(200);
});

it('a look-up of an account that waits too long is answered with 503 and a code that ends no session', async () => {
  const { body } = await signIn();
  const sent = JSON.stringify({ idToken: body['idToken'] });
  const lookUp = () => post('/identitytoolkit.googleapis.com/v1/accounts:lookup', sent, 'application/json');
  expect(await whileHeld('lock table users in access exclusive mode', lookUp)).toMatchObject(toldToComeAgain(KEPT));
  expect((await lookUp()).status).toBe(200);
});

it('a token whose session cannot be looked up in time is answered with OVERLOADED, and counts again afterwards', async () => {
  const token = String((await signIn()).body['idToken']);
  const late = await whileHeld('lock table users in access exclusive mode', () =>
    identity.verifier.verify(token).catch(problemOf),
  );
  expect(late).toMatchObject({ code: 'OVERLOADED' });
  expect(await identity.verifier.verify(token)).toMatchObject({ email: ANN.email });
});
