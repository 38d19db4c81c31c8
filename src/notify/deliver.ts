import PQueue from 'p-queue';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import type { OutsideChannel } from '#engine/notices/notice-events.ts';
import { noticeAddressContext, noticeChannelContext } from '#keys/sealing/key-context.ts';
import type { OpenText } from '#keys/sealing/secret-texts.ts';
import type { NoticeFailure, NoticeOutcome, NoticeSender, OutgoingNotice } from '#ports/notices/notice-sender.ts';
import type { Database } from '#storage/database/database.ts';
import {
  changeDeliveries,
  type DueDelivery,
  findSealedChannel,
  giveUpChannel,
  listDue,
  moveChannel,
  postponeChannel,
  tidyNotices,
} from '#storage/notices/deliveries.ts';

/** How often it is looked for what is due, besides when something was stored. */
const LOOK_EVERY_MS = 5 * SECOND_MS;
const TIDY_EVERY_MS = 10 * MINUTE_MS;
/** Deliveries read at a time: of all channels, and of one. */
const PAGE = 500;
const PER_CHANNEL = 50;
/** Channels of all users that are sent to at one time. */
const AT_ONCE_MAX = 8;
/** How long to wait after each failure; after the last one the delivery is given up. */
const WAITS_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  3 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
] as const;
const WAITING_MAX_MS = DAY_MS;
const KEPT_MS = 90 * DAY_MS;
const KEPT_PER_USER = 5_000;
/** No later attempt succeeds before the user changes something. */
const FINAL: ReadonlySet<NoticeFailure> = new Set(['ADDRESS_NOT_ALLOWED', 'TOKEN_REFUSED', 'SECRET_UNREADABLE']);

export interface DeliveryOptions {
  readonly engine: Database;
  readonly senders: Readonly<Record<OutsideChannel, NoticeSender>>;
  readonly openText: OpenText;
  /** Called when deliveries of a user have changed. */
  readonly changed: (ownerId: string) => void;
  readonly log: (line: string) => void;
  /** Wall time. */
  readonly now?: () => Date;
}

/** Sends what is stored to be sent. */
export interface Deliveries {
  /** Something may be due. */
  wake(): void;
  /** Sends one notice now and stores nothing of it; null when the user has no such channel. */
  sendOne(ownerId: string, channel: OutsideChannel, notice: OutgoingNotice): Promise<NoticeOutcome | null>;
  stop(): Promise<void>;
}

/**
 * Sends due notices, one message after another on each channel of each user. An attempt whose end is not stored is made
 * again: a notice arrives at least once, and repeats carry the same id.
 */
export function startDeliveries(options: DeliveryOptions): Deliveries {
  const { engine, openText, senders, log, now = () => new Date() } = options;
  const queue = new PQueue({ concurrency: AT_ONCE_MAX });
  const busy = new Set<string>();
  const ending = new AbortController();
  let looking: Promise<void> | null = null;
  let isWanted = false;
  let tidiedAt = 0;

  const way = { engine, openText, senders, signal: ending.signal, now };

  const look = async (): Promise<void> => {
    if (now().getTime() - tidiedAt > TIDY_EVERY_MS) {
      tidiedAt = now().getTime();
      await tidyNotices(engine, keptAt(now()));
    }
    const before = new Set(busy); // What is read now may be sent by the time it has been read.
    const due = await listDue(engine, { now: now(), perChannel: PER_CHANNEL, limit: PAGE });
    for (const [key, group] of Map.groupBy(due, ({ ownerId, channel }) => `${channel} ${ownerId}`)) {
      if (before.has(key) || busy.has(key)) continue;
      busy.add(key);
      const work = async () => {
        try {
          await sendAll(way, group);
          for (const { ownerId } of group.slice(0, 1)) options.changed(ownerId);
          isWanted = true; // There may be more for this channel, which nobody has looked at meanwhile.
        } catch (error) {
          log(`notices could not be sent: ${reasonOf(error)}`);
        } finally {
          busy.delete(key);
        }
        if (isWanted) wake();
      };
      void queue.add(work);
    }
  };

  function wake(): void {
    isWanted = true;
    looking ??= (async () => {
      while (isWanted && !ending.signal.aborted) {
        isWanted = false;
        await look().catch((error: unknown) => log(`it is unknown which notices are due: ${reasonOf(error)}`));
      }
      looking = null;
    })();
  }

  const timer = setInterval(wake, LOOK_EVERY_MS).unref();
  wake();
  return {
    wake,
    sendOne: (ownerId, channel, notice) => sendTo(way, { ownerId, channel }, [notice]),
    async stop() {
      clearInterval(timer);
      ending.abort();
      await looking;
      await queue.onIdle();
    },
  };
}

interface Way extends Pick<DeliveryOptions, 'engine' | 'openText' | 'senders'> {
  /** Ends with the program. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** Sends notices as one message; null when the user has no such channel. */
async function sendTo(
  { engine, openText, senders, signal, now }: Way,
  { ownerId, channel }: { readonly ownerId: string; readonly channel: OutsideChannel },
  notices: readonly OutgoingNotice[],
): Promise<NoticeOutcome | null> {
  const row = await findSealedChannel(engine, ownerId, channel);
  if (row === undefined) return null;
  const secret = await openText(row.sealed, noticeChannelContext(row, row.version));
  if (secret === null) return { isSent: false, failure: 'SECRET_UNREADABLE', waitMs: null };
  const { sealedAddress } = row;
  const address = sealedAddress === null ? row.address : await openText(sealedAddress, noticeAddressContext(row));
  if (address === null) return { isSent: false, failure: 'SECRET_UNREADABLE', waitMs: null };
  const outcome = await senders[channel].send({ address, secret }, notices, signal);
  if (outcome.movedTo !== undefined) {
    await moveChannel(engine, { ownerId, channel }, { from: row.address, to: outcome.movedTo, at: now() });
  }
  return outcome;
}

/** Sends what is due on one channel of one user, up to the first failure. @param due - oldest first */
async function sendAll(way: Way, due: readonly DueDelivery[]): Promise<void> {
  const [first] = due;
  if (first === undefined) return;
  const { engine, senders, signal, now } = way;
  const { channel } = first;
  for (let rest = due; rest.length > 0 && !signal.aborted; ) {
    const batch = rest.slice(0, senders[channel].batchMax);
    const outcome = await sendTo(way, first, batch.map(outgoing));
    if (outcome === null || signal.aborted) return;
    if (!outcome.isSent) {
      await storeFailure(engine, { batch, outcome, now: now() });
      return;
    }
    const noticeIds = batch.map(({ noticeId }) => noticeId);
    await changeDeliveries(engine, { channel, noticeIds }, { state: 'sent', failure: null, at: now() });
    rest = rest.slice(batch.length);
  }
}

interface Failed {
  readonly batch: readonly DueDelivery[];
  readonly outcome: Extract<NoticeOutcome, { isSent: false }>;
  readonly now: Date;
}

async function storeFailure(engine: Database, { batch, outcome, now: at }: Failed): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const { failure, waitMs } = outcome;
  const { channel, attempts } = first;
  const usual = WAITS_MS[attempts];
  const nextAt = new Date(at.getTime() + Math.max(usual ?? 0, waitMs ?? 0));
  const isOfMessage = failure === 'MESSAGE_REFUSED';
  const state = usual === undefined || isOfMessage || FINAL.has(failure) ? 'given_up' : 'waiting';
  const noticeIds = batch.map(({ noticeId }) => noticeId);
  await changeDeliveries(engine, { channel, noticeIds }, { state, failure, nextAt, attempts: attempts + 1, at });
  if (isOfMessage) return; // The next message may fit.
  if (FINAL.has(failure)) await giveUpChannel(engine, first, { failure, at });
  else await postponeChannel(engine, first, { nextAt, failure, at });
}

function outgoing(row: DueDelivery): OutgoingNotice {
  const { noticeId, event, severity, ts, detail, botId, botName, portfolioId, symbol, cycleId, orderId, figures } = row;
  return { noticeId, event, severity, at: ts, detail, botId, botName, portfolioId, symbol, cycleId, orderId, figures };
}

function keptAt(now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return { now, waitingSince: before(WAITING_MAX_MS), since: before(KEPT_MS), perUser: KEPT_PER_USER };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
