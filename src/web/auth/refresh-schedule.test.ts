import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { openSession, Session } from './open-session.ts';

const ORIGIN = 'http://127.0.0.1:8080';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Answer = 'ok' | 'offline' | { readonly refusal: string };

const OLD_TOKEN = { refusal: 'TOKEN_EXPIRED' };

/** Speaks as much of the protocol as the library asks for, and notes when each call came. */
class Service {
  answer: Answer = 'ok';
  lookupAnswer: Answer = 'ok';
  /** When the answer to a new password arrives; the tokens before it are refused from its request on. */
  changed: Promise<void> = Promise.resolve();
  readonly refreshes: number[] = [];
  readonly calls: string[] = [];
  #tokens = 0;

  readonly fetch = async (input: string | URL | Request): Promise<Response> => {
    const path = new URL(String(input)).pathname;
    this.calls.push(path);
    if (path.endsWith(':signInWithPassword')) return Response.json(this.#grant());
    if (path.endsWith(':update')) {
      [this.lookupAnswer, this.answer] = [OLD_TOKEN, OLD_TOKEN];
      await this.changed;
      [this.lookupAnswer, this.answer] = ['ok', 'ok'];
      return Response.json(this.#grant());
    }
    if (path.endsWith(':lookup')) return this.#answer(this.lookupAnswer, () => ({ users: [user] }));
    this.refreshes.push(Date.now());
    return this.#answer(this.answer, () => this.#tokenGrant());
  };

  #answer(answer: Answer, body: () => object): Response {
    if (answer === 'offline') throw new TypeError('fetch failed');
    if (answer === 'ok') return Response.json(body());
    return Response.json({ error: { code: 400, message: answer.refusal } }, { status: 400 });
  }

  #grant(): object {
    this.#tokens += 1;
    const idToken = `e30.${btoa(JSON.stringify({ sub: 'u', n: this.#tokens }))}.x`;
    return { idToken, refreshToken: `refresh-${this.#tokens}`, expiresIn: '3600', localId: 'u' };
  }

  #tokenGrant(): object {
    const { idToken, refreshToken } = this.#grant() as { idToken: string; refreshToken: string };
    return { access_token: idToken, id_token: idToken, refresh_token: refreshToken, expires_in: '3600', user_id: 'u' };
  }
}

const user = {
  localId: 'u',
  email: 'owner@example.org',
  emailVerified: true,
  providerUserInfo: [{ providerId: 'password', rawId: 'owner@example.org', email: 'owner@example.org' }],
};

describe('the session in the browser, on a fake clock', () => {
  let service: Service;
  let session: Session;
  let ended: number;
  let open: typeof openSession;

  beforeAll(async () => {
    // The library keeps the fetch that it meets when it is loaded.
    vi.stubGlobal('fetch', (input: string | URL | Request) => service.fetch(input));
    open = (await import('./open-session.ts')).openSession;
  });

  afterAll(() => {
    vi.unstubAllGlobals();
  });

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    service = new Service();
    ended = 0;
    session = await opened();
    await session.signIn('owner@example.org', 'correct horse');
  });

  afterEach(async () => {
    await session.close();
    vi.useRealTimers();
  });

  /** A page that opens in this browser. */
  const opened = (): Promise<Session> =>
    open({
      identity: { isEmbedded: true, projectId: 'botyard-test', apiKey: 'embedded', origin: null },
      origin: ORIGIN,
      endOnServer: async () => {
        ended += 1;
        throw new Error('the server is down');
      },
    });

  const minutesAfter = (start: number): number[] => service.refreshes.map((time) => (time - start) / MINUTE);

  it('the token is refreshed 5 minutes before expiry, repeatedly and unasked', async () => {
    const start = Date.now();
    await vi.advanceTimersByTimeAsync(54 * MINUTE + 59 * SECOND);
    expect(service.refreshes).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    expect(minutesAfter(start)).toEqual([55, 110, 165]);
  });

  it('after a network failure the refresh is retried after 30 s, doubling to 16 minutes', async () => {
    service.answer = 'offline';
    const start = Date.now();
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    const distances = minutesAfter(start).map((time, index, all) => time - (all[index - 1] ?? 0));
    expect(distances).toEqual([55, 0.5, 1, 2, 4, 8, 16, 16, 16]);
    expect(session.user).not.toBeNull();
  });

  it('once the network is back the refresh schedule starts over', async () => {
    service.answer = 'offline';
    await vi.advanceTimersByTimeAsync(57 * MINUTE); // Tries at 55, 55.5 and 56.5 have failed; the next is due at 58.5.
    service.answer = 'ok';
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(service.refreshes).toHaveLength(4);
    service.answer = 'offline';
    const renewedAt = service.refreshes.at(-1) ?? 0;
    await vi.advanceTimersByTimeAsync(55 * MINUTE + 20 * SECOND);
    expect(minutesAfter(renewedAt).slice(4)).toEqual([55, 55.5]);
  });

  it('a token counts as expired 30 s early', async () => {
    service.answer = 'offline';
    await vi.advanceTimersByTimeAsync(59 * MINUTE + 29 * SECOND);
    const asked = service.refreshes.length;
    expect(await session.idToken(false)).toMatch(/^e30\./);
    expect(service.refreshes).toHaveLength(asked);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    await expect(session.idToken(false)).rejects.toMatchObject({ code: 'auth/network-request-failed' });
    expect(service.refreshes).toHaveLength(asked + 1);
  });

  it.each(['USER_DISABLED', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'INVALID_ID_TOKEN'])(
    'an account that answers %s is signed out within 60 s',
    async (refusal) => {
      const heard: (string | null)[] = [];
      session.subscribe(() => heard.push(session.user?.uid ?? null));
      await vi.advanceTimersByTimeAsync(MINUTE);
      expect(session.user?.uid).toBe('u');
      service.lookupAnswer = { refusal };
      await vi.advanceTimersByTimeAsync(MINUTE);
      expect(session.user).toBeNull();
      expect(heard).toEqual(['u', null]);
      expect(await session.idToken(false)).toBeNull();
    },
  );

  it('a page that opens while the service has too much to do keeps its user, and renews the session later', async () => {
    await session.close();
    const busy = { refusal: 'NETWORK_REQUEST_FAILED : OVERLOADED' };
    [service.lookupAnswer, service.answer] = [busy, busy];
    session = await opened();
    expect(session.user?.uid).toBe('u');
    const start = Date.now();
    await vi.advanceTimersByTimeAsync(56 * MINUTE);
    [service.lookupAnswer, service.answer] = ['ok', 'ok'];
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(minutesAfter(start).slice(0, 2)).toEqual([55, 55.5]);
    expect(session.user?.uid).toBe('u');
  });

  it('the session survives an unreachable service', async () => {
    service.lookupAnswer = 'offline';
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(session.user?.uid).toBe('u');
  });

  it('a revoked refresh token signs the browser out', async () => {
    service.answer = { refusal: 'INVALID_REFRESH_TOKEN' };
    expect(await session.idToken(true)).toBeNull();
    expect(session.user).toBeNull();
  });

  it('a new password keeps its user signed in, whatever is asked while its answer is on the way', async () => {
    const answered = Promise.withResolvers<void>();
    service.changed = answered.promise;
    const change = session.changePassword('correct horse', 'another fine one');
    await vi.waitFor(() => expect(service.calls.at(-1)).toMatch(/:update$/));
    await vi.advanceTimersByTimeAsync(26 * SECOND); // The account is checked; the library waits 30 s for the answer.
    const renewed = session.idToken(true); // As after a call that was refused because of its token.
    answered.resolve();
    await change;
    expect(await renewed).toMatch(/^e30\./);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(session.user?.uid).toBe('u');
  });

  it('signing out works even when the server does not answer', async () => {
    await session.signOut();
    expect(ended).toBe(1);
    expect(session.user).toBeNull();
  });
});
