import { DAY_MS, type Instant, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Call, Received } from '#contract/call.ts';
import type { LiveTopic } from '#contract/live.ts';
import type { CarriedOut, CommandRequest, RuntimeMirror, UserCommand } from '#ports/runtime.ts';
import { type AuditEntry, recordAudit } from '#storage/audit/record-audit.ts';
import { asUser, readAsUser, type Tx } from '#storage/database/database.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import { type CommandKey, rememberEffect } from '#storage/idempotency.ts';
import type { Services } from '../services.ts';
import type { Caller } from './callers/auth.ts';
import { ProblemError, problemOfReasons } from './problem.ts';
import { derivedId, randomId } from './random-id.ts';

/** What a handler receives, and through which it acts. */
export interface Context<C extends Call> extends Received<C>, Acts {
  readonly caller: Caller;
  readonly services: Services;
}

/**
 * The only ways in which a handler can have an effect. Each stores the request's idempotency key in the transaction of
 * the effect; when the effect of the key is already stored, nothing is done and the handler only presents the present
 * state.
 */
export interface Acts {
  /** Where the request came from, as `TRUSTED_PROXIES` yields it. */
  readonly address: string;
  /** Whether the effect of this request's key is already stored. */
  readonly isRepeat: boolean;
  /** Whether nobody waits for the answer any more: the connection is closed. */
  isGone(): boolean;
  /** Reads in a transaction that sees only the caller's rows. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Writes in one transaction with the key and the row of the audit trail; the caller's other tabs are notified of the topic.
   * @param work - returns what the user did; null when nothing was to change
   */
  write(topic: LiveTopic, work: (tx: Tx) => Promise<UserAct | null>): Promise<void>;
  /** The key of this request, to be stored with an effect outside of `write` and `command`. */
  readonly answer: Pick<CommandRequest, 'answer'>;
  /**
   * Sends a command to the engine; throws a refusal as a problem.
   * @returns what the engine did; null when the effect of this request's key was already stored
   */
  command(portfolioId: string, command: UserCommand, options?: CommandOptions): Promise<CarriedOut | null>;
  /**
   * Lets a command that may send real orders pass, once: with a sign-in of the last minutes and the confirmation that was
   * issued for exactly this command.
   * @throws ProblemError STEP_UP_REQUIRED; CONFIRMATION_REQUIRED with a confirmation; CONFIRMATION_UNKNOWN
   */
  confirm(): void;
  /** Notes that an effect outside of `write` and `command` is stored. */
  tookEffect(): void;
  /** Whether an effect of this request, or of one that it repeats, is stored or may be. */
  hasEffect(): boolean;
  /** The id of what this request creates; a repeat gets the same one. */
  newId(): string;
}

/** What a user did, for the audit trail. */
export type UserAct = Pick<AuditEntry, 'event' | 'details'>;

export type CommandOptions = Omit<CommandRequest, 'ownerId' | 'portfolioId' | 'command' | 'address' | 'answer'>;

/** @param key - null when the request carries no Idempotency-Key */
export function actsOf(options: {
  services: Services;
  ownerId: string;
  address: string;
  key: CommandKey | null;
  isRepeat: boolean;
  isGone: () => boolean;
  confirm: () => void;
}): Acts {
  const { services, ownerId, address, key, isRepeat, isGone, confirm } = options;
  const answer = key === null ? {} : { answer: rememberedAnswer(key) };
  let hasEffect = isRepeat;
  return {
    address,
    isRepeat,
    isGone,
    confirm: () => {
      if (!isRepeat) confirm();
    },
    answer,
    read: (work) => readAsUser(services.database, ownerId, work),
    write: async (topic, work) => {
      if (isRepeat) return;
      let isCommitting = false;
      try {
        await asUser(services.database, ownerId, async (tx) => {
          if (key !== null) await rememberEffect(tx, key);
          const act = await work(tx);
          if (act !== null) await recordAudit(tx, { ...act, ownerId, address });
          isCommitting = true;
        });
      } catch (error) {
        // A connection that ends during the commit leaves open whether the database has carried it out.
        if (isCommitting && storeTroubleOf(error) === 'unreachable') throw new ProblemError('OUTCOME_UNKNOWN');
        throw error;
      }
      hasEffect = true;
      services.touches.tell(ownerId, topic);
    },
    command: async (portfolioId, command, extra = {}) => {
      if (isRepeat) return null;
      const outcome = await services.runtime.command({ ownerId, portfolioId, command, address, ...extra, ...answer });
      if (!outcome.ok) throw problemOfReasons(outcome.reasons);
      hasEffect = true;
      return outcome.value;
    },
    tookEffect: () => {
      hasEffect = true;
    },
    hasEffect: () => hasEffect,
    newId: () => (key === null ? randomId() : derivedId(ownerId, key.call, key.key)),
  };
}

function rememberedAnswer({ key, call, bodyHash }: CommandKey): NonNullable<CommandRequest['answer']> {
  return { key, call, bodyHash };
}

/** The day of market time: figures of "today" and of the days before change with it, and otherwise only with stored rows. */
export function marketDay(runtime: Pick<RuntimeMirror, 'market'>): Instant {
  return startOf(marketNow(runtime), DAY_MS);
}

/**
 * The end, excluded, of everything that has happened so far in market time: one millisecond after the close of the last
 * minute, which is the latest timestamp.
 */
export function marketNow(runtime: Pick<RuntimeMirror, 'market'>): Instant {
  return later(runtime.market().minute, MINUTE_MS);
}
