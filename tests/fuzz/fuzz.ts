import { setTimeout as sleep } from 'node:timers/promises';
import { chance } from '#base/prng.ts';
import { operationsOf } from './document.ts';
import { faultOf } from './judge.ts';
import { knownValues } from './known-values.ts';
import { type FuzzRequest, requestMaker } from './make-request.ts';
import { type FuzzAnswer, targetAt } from './target.ts';

/** Whoever sends: its token is asked for again whenever its session has ended. */
export interface Sender {
  headers(): Promise<Readonly<Record<string, string>>>;
  signInAgain(): Promise<void>;
}

export interface FuzzOptions {
  readonly address: string;
  readonly senders: readonly Sender[];
  readonly requests: number;
  readonly seed: number;
  readonly atOnce: number;
  /** Answers that take longer count as slow; null where the machine may be busy with other things. */
  readonly slowMs: number | null;
  /** A request whose answer is wrong, with what is wrong with it; called once for each kind of fault of a call. */
  readonly found: (fault: string, request: FuzzRequest, answer: FuzzAnswer) => void;
  /** After each request, how many have been sent. */
  readonly sent?: (count: number) => Promise<void>;
}

export interface FuzzCounts {
  readonly faults: number;
  readonly crashes: number;
  readonly slow: number;
  readonly byStatus: ReadonlyMap<number, number>;
}

/** Until the server gives up waiting for the exchange it takes longer. */
const GIVEN_UP_MS = 5_000;
const OK = 200;
const REDIRECTED = 300;
const UNAUTHORISED = 401;
const FORWARDED_MAX = 250;
const WAITS_MAX = 30;

/** Sends requests right, wrong and hostile to every call of the document, and counts the answers that are wrong. */
export async function fuzz(options: FuzzOptions): Promise<FuzzCounts> {
  const { address, senders, requests, seed, atOnce, slowMs } = options;
  const random = chance(seed);
  const known = knownValues();
  const target = targetAt(address, atOnce);
  const next = requestMaker({ operations: await operationsOf(address), random, known });
  const counts = { faults: 0, crashes: 0, slow: 0, byStatus: new Map<number, number>() };
  const told = new Set<string>();
  let sent = 0;

  const report = (fault: string, request: FuzzRequest, answer: FuzzAnswer): void => {
    const name = `${request.operation?.name ?? request.kind}: ${fault}`;
    if (!told.has(name)) options.found(fault, request, answer);
    told.add(name);
  };
  const send = async (request: FuzzRequest, sender: Sender): Promise<FuzzAnswer> => {
    const token = request.isSignedIn ? await sender.headers() : {};
    const stranger = {
      'x-forwarded-for': `10.1.${random.between(0, FORWARDED_MAX)}.${random.between(0, FORWARDED_MAX)}`,
    };
    const headers = { accept: 'application/json', ...stranger, ...token, ...request.headers };
    for (let waits = 0; ; waits += 1) {
      const answer = await target.ask(request, headers);
      if (slowMs !== null && answer.ms > slowMs) {
        counts.slow += 1;
        report(`took ${Math.round(answer.ms)} ms`, request, answer);
      }
      // Who is asked to come again does, and only what it hears then counts.
      if (!isAskedToWait(answer) || waits === WAITS_MAX) return answer;
      await sleep((answer.retryAfterS ?? 1) * 1_000);
    }
  };
  const one = async (request: FuzzRequest): Promise<void> => {
    const sender = random.pick(senders);
    const answer = await send(request, sender);
    counts.byStatus.set(answer.status, (counts.byStatus.get(answer.status) ?? 0) + 1);
    if (answer.status >= OK && answer.status < REDIRECTED && answer.body.startsWith('{'))
      known.learn(JSON.parse(answer.body));
    if (answer.status === UNAUTHORISED && request.isSignedIn && request.kind !== 'header') await sender.signInAgain();
    const fault = faultOf(request, answer);
    if (fault !== null) {
      counts.faults += 1;
      report(fault, request, answer);
    }
    if (answer.status === 0 && !(await target.isAlive())) {
      counts.crashes += 1;
      report('the server is gone', request, answer);
    }
  };
  const work = async (): Promise<void> => {
    while (sent < requests && counts.crashes === 0) {
      sent += 1;
      const count = sent; // The others go on meanwhile.
      await one(next());
      await options.sent?.(count);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  target.close();
  return counts;
}

const TOO_MANY = 429;
const BUSY = 503;
const GATEWAY = 502;

/**
 * Limits and a busy server name the time to come again. A 502 that tells of an exchange that let its ten seconds pass is
 * asked again for what comes after it, and counted as slow where that is counted: on a busy machine the simulated exchange
 * needs longer for the first look at a year of prices. Any other 502 is a fault at once.
 */
function isAskedToWait({ status, retryAfterS, body, ms }: FuzzAnswer): boolean {
  if (status === GATEWAY) return ms > GIVEN_UP_MS && body.includes('EXCHANGE_UNAVAILABLE');
  const isLimit = status === TOO_MANY && /TOO_MANY_REQUESTS|TOO_MANY_AT_ONCE/.test(body);
  return retryAfterS !== null && (isLimit || (status === BUSY && /OVERLOADED|LAB_BUSY/.test(body)));
}
