import { createHash } from 'node:crypto';
import type { Instant } from '#base/time.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '#contract/limits.ts';
import { asUser, type Database, readAsUser } from '#storage/database/database.ts';
import { ranTooLong } from '#storage/database/ran-too-long.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import {
  ANSWER_PENDING,
  type CommandKey,
  countRemembered,
  findRemembered,
  rememberAnswer,
} from '#storage/idempotency.ts';
import { keyRoom } from './callers/key-room.ts';
import { httpStatusOf, invalidField, ProblemError, problemBody, problemOf } from './problem.ts';
import { toWire } from './wire.ts';

/** Printable ASCII characters, without a space at either end. */
const KEY = new RegExp(`^[\\x21-\\x7e](?:[\\x20-\\x7e]{0,${IDEMPOTENCY_KEY_LENGTH_MAX - 2}}[\\x21-\\x7e])?$`);

/** An answer that repeats get byte for byte. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The idempotency key of a command; null without the header. Throws REQUEST_INVALID for an invalid one. */
export function commandKey(options: {
  header: string | readonly string[] | undefined;
  ownerId: string;
  call: string;
  input: unknown;
}): CommandKey | null {
  const { header, ownerId, call, input } = options;
  if (header === undefined) return null;
  if (typeof header !== 'string' || !KEY.test(header)) {
    throw invalidField(['Idempotency-Key'], `must be 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} printable characters`);
  }
  return { ownerId, key: header, call, bodyHash: hashOf(input) };
}

/** A hash that does not depend on the order of keys. */
export function hashOf(input: unknown): string {
  return createHash('sha256').update(canonical(input)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const parts = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${parts.join(',')}}`;
}

type Named = Pick<CommandKey, 'call' | 'bodyHash'>;

/** Different calls may have the same body, such as finish and restart, so the hash alone does not distinguish them. */
function isSameCommand(one: Named, other: Named): boolean {
  return one.call === other.call && one.bodyHash === other.bodyHash;
}

/** Runs commands once per key: repeats, concurrent ones too, get the first one's answer. */
export interface OnceOnly {
  /** @throws ProblemError IDEMPOTENCY_KEY_REUSED; IDEMPOTENCY_KEYS_FULL, and nothing was performed */
  run(key: CommandKey, perform: (isRepeat: boolean) => Promise<Answer>): Promise<Answer>;
}

/**
 * @param database - request role; the answers live there and survive a restart
 * @param now - wall time
 */
export function onceOnly(database: Database, now: () => Instant): OnceOnly {
  const room = keyRoom((ownerId) => readAsUser(database, ownerId, (tx) => countRemembered(tx, ownerId)), now);
  const underWay = new Map<string, { key: CommandKey; answer: Promise<Answer> }>();

  const perform = async (key: CommandKey, work: (isRepeat: boolean) => Promise<Answer>): Promise<Answer> => {
    const known = await readAsUser(database, key.ownerId, (tx) => findRemembered(tx, key.ownerId, key.key));
    if (known !== undefined && !isSameCommand(known, key)) throw new ProblemError('IDEMPOTENCY_KEY_REUSED');
    if (known !== undefined && known.status !== ANSWER_PENDING)
      return { status: known.status, body: JSON.parse(String(known.reply)) };
    if (known === undefined && !(await room.take(key.ownerId))) throw new ProblemError('IDEMPOTENCY_KEYS_FULL');
    const answer = await work(known !== undefined);
    await remember(key, answer);
    return answer;
  };

  /**
   * The effect is committed with its key, so a database that stores no more takes nothing back: a repeat finds the effect
   * and is answered from it.
   */
  const remember = async (key: CommandKey, { status, body }: Answer): Promise<void> => {
    try {
      // Stored as text: JSON documents in the database do not keep the order of keys.
      await asUser(database, key.ownerId, (tx) => rememberAnswer(tx, key, { status, reply: JSON.stringify(body) }));
    } catch (error) {
      if (storeTroubleOf(error) === null && !ranTooLong(error)) throw error;
    }
  };

  return {
    run: (key, work) => {
      const name = JSON.stringify([key.ownerId, key.key]);
      const first = underWay.get(name);
      if (first !== undefined) {
        if (!isSameCommand(first.key, key)) return Promise.reject(new ProblemError('IDEMPOTENCY_KEY_REUSED'));
        return first.answer;
      }
      const answer = perform(key, work).finally(() => underWay.delete(name));
      underWay.set(name, { key, answer });
      return answer;
    },
  };
}

/**
 * A refusal of the command is an answer too: a repeat hears the same one. Refusals that say nothing of the command are
 * thrown and not remembered: its user must sign in or confirm first, the server was too busy for it (429, 503), or nobody knows yet what became of it (500, 502,
 * 504). Of the latter the row of the effect stays, if there was one, and the repeat answers by it.
 */
export async function refusalsAsAnswers(perform: () => Promise<Answer>): Promise<Answer> {
  try {
    return await perform();
  } catch (error) {
    const problem = problemOf(error);
    const status = httpStatusOf(problem.code);
    if (!(error instanceof ProblemError) || status === TOO_MANY || status >= FAULTS_FROM) throw error;
    if (AWAITS_ITS_USER.has(problem.code)) throw error;
    return { status, body: toWire(problemBody(problem, '')) };
  }
}

/** The same request may be carried out once its user has signed in, or confirmed. */
const AWAITS_ITS_USER: ReadonlySet<string> = new Set(['STEP_UP_REQUIRED', 'CONFIRMATION_REQUIRED']);
const TOO_MANY = 429;
const FAULTS_FROM = 500;

/**
 * The error to send when the effect of the command is already stored: an answer that says nothing was done would be false.
 * A repeat under the same key is answered from the effect.
 */
export function afterEffect(error: unknown): unknown {
  const status = httpStatusOf(problemOf(error).code);
  return status === UNAVAILABLE || status === NO_SPACE ? new ProblemError('OUTCOME_UNKNOWN') : error;
}

const UNAVAILABLE = 503;
const NO_SPACE = 507;
