import { SECOND_MS } from '#base/time.ts';
import { type NoticeEvent, type NoticeSeverity, noticeEvents } from '#engine/notices/notice-events.ts';
import type { Database } from '#storage/database/database.ts';
import { type NewNotice, storeNotices } from '#storage/notices/store-notices.ts';
import { listToldOwners } from '#storage/notices/told-owners.ts';

/** What the program knows of its own parts. */
export interface ProgramState {
  readonly database: 'answering' | 'unreachable';
  readonly engine: 'running' | 'catching-up' | 'paused' | 'stopped';
  readonly feed: 'current' | 'behind' | 'silent';
  readonly disk: 'ok' | 'low' | 'full';
}

type ProgramEvent = Extract<
  NoticeEvent,
  'DATABASE_TROUBLE' | 'ENGINE_BEHIND' | 'FEED_TROUBLE' | 'DISK_FULL' | 'DISK_LOW'
>;

/** Shorter troubles end by themselves, as at every start. */
const LASTS_MS = 30 * SECOND_MS;
const EVENTS: readonly ProgramEvent[] = ['DATABASE_TROUBLE', 'ENGINE_BEHIND', 'FEED_TROUBLE', 'DISK_FULL', 'DISK_LOW'];

const SENTENCES: Readonly<Record<ProgramEvent, { readonly begun: string; readonly ended: string }>> = {
  DATABASE_TROUBLE: {
    begun: 'The database did not answer: in the meantime nothing was decided.',
    ended: 'The database answers again.',
  },
  ENGINE_BEHIND: {
    begun: 'The engine has fallen behind the market: bots decide late or not at all.',
    ended: 'The engine has caught up with the market.',
  },
  FEED_TROUBLE: {
    begun: 'Prices arrive late or not at all: bots make no new decisions.',
    ended: 'Prices are arriving again.',
  },
  DISK_FULL: { begun: 'The disk is full: nothing can be stored any more.', ended: 'The disk has room again.' },
  DISK_LOW: { begun: 'The disk is almost full.', ended: 'The disk has enough room again.' },
};

function isTrue(event: ProgramEvent, { database, engine, feed, disk }: ProgramState): boolean {
  switch (event) {
    case 'DATABASE_TROUBLE':
      return database === 'unreachable';
    case 'ENGINE_BEHIND':
      return engine !== 'running';
    case 'FEED_TROUBLE':
      return feed !== 'current';
    case 'DISK_FULL':
      return disk === 'full';
    case 'DISK_LOW':
      return disk === 'low';
  }
}

/** Something to tell everybody, not stored yet. */
interface Announcement {
  readonly event: ProgramEvent;
  readonly severity: NoticeSeverity;
  readonly code: string;
  readonly detail: string;
  readonly at: Date;
}

interface Trouble {
  readonly since: number;
  isTold: boolean;
}

export interface ProgramWatch {
  /** Looks at the program; stores what there is to tell, or keeps it for the next look while nothing can be stored. */
  look(): Promise<void>;
}

/**
 * Watches the program itself: a trouble that lasts is told once, and once more when it has ended.
 * @param options - `now` is wall time
 */
export function watchProgram(options: {
  readonly engine: Database;
  readonly state: () => ProgramState;
  readonly told: (ownerId: string) => void;
  readonly now: () => Date;
}): ProgramWatch {
  const { engine, state, told, now } = options;
  const troubles = new Map<ProgramEvent, Trouble>();
  let untold: readonly Announcement[] = [];
  return {
    async look() {
      const at = now();
      untold = [...untold, ...announcements(troubles, state(), at)];
      if (untold.length === 0) return;
      const owners = await listToldOwners(engine);
      const notices = untold.flatMap((one) => owners.map((ownerId) => noticeOf(one, ownerId, at)));
      await engine.db.transaction().execute((tx) => storeNotices(tx, notices));
      untold = [];
      for (const ownerId of owners) told(ownerId);
    },
  };
}

function announcements(troubles: Map<ProgramEvent, Trouble>, state: ProgramState, at: Date): readonly Announcement[] {
  return EVENTS.flatMap((event): readonly Announcement[] => {
    const trouble = troubles.get(event);
    if (!isTrue(event, state)) {
      troubles.delete(event);
      const ended = { event, severity: 'info', code: `${event}_ENDED`, detail: SENTENCES[event].ended, at } as const;
      return trouble?.isTold === true ? [ended] : [];
    }
    const now = trouble ?? { since: at.getTime(), isTold: false };
    troubles.set(event, now);
    if (now.isTold || at.getTime() - now.since < LASTS_MS) return [];
    now.isTold = true;
    const begun = { event, severity: noticeEvents[event], code: event, detail: SENTENCES[event].begun };
    return [{ ...begun, at: new Date(now.since) }];
  });
}

function noticeOf({ event, severity, code, detail, at }: Announcement, ownerId: string, toldAt: Date): NewNotice {
  return {
    ...{ noticeId: `${code}-${at.getTime()}-${ownerId}`, ownerId, event, severity, ts: at, toldAt, code, detail },
    ...{ portfolioId: null, botId: null, symbol: null, direction: null, cycleId: null, orderId: null, figures: {} },
  };
}
