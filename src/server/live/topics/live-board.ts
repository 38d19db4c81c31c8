import type { FollowedTopic, LiveBot, LiveFunds, LiveMessage } from '#contract/live.ts';
import type { BotAddress } from '#ports/runtime.ts';
import type { Services } from '../../services.ts';
import { currentFunds, type LiveFigures, liveBots, readFigures } from './live-content.ts';
import { type NumberedTopic, numberedTopic, type TopicForm } from './numbered-topic.ts';
import { botsForm, fundsForm, statusForm } from './topic-forms.ts';

/** What one user's followed topics hold, as their followers have been told. */
export interface LiveBoard {
  /**
   * Reads what these topics hold now and forgets the others. A topic that was not on the board is read whole.
   * @param moved - bots whose values may have changed since the last time
   * @returns what differs from what was told last
   */
  update(topics: ReadonlySet<FollowedTopic>, moved: Moved): Promise<ReadonlyMap<FollowedTopic, LiveMessage>>;
  /** All of what was told last of a topic; null when it is not on the board. */
  snapshot(topic: FollowedTopic): LiveMessage | null;
  /** Forgets everything, so that the next update reads it whole. */
  clear(): void;
}

type Moved = ReadonlyMap<string, BotAddress>;
type Rows<Row> = ReadonlyMap<string, Row>;

/** The board of an owner, empty. */
export function liveBoard(services: Services, ownerId: string): LiveBoard {
  const board: Readonly<Record<FollowedTopic, BoardTopic>> = {
    status: boardTopic(statusForm, async ({ status }) => status),
    bots: boardTopic(botsForm, (figures, moved, before) => readBots(services, figures, { moved, before })),
    funds: boardTopic(fundsForm, (figures, moved, before) => readFunds(services, figures, { moved, before })),
  };
  const all = Object.values(board);
  return {
    async update(topics, moved) {
      const figures = await readFigures(services, ownerId);
      for (const topic of all) if (!topics.has(topic.name)) topic.forget();
      const wanted = all.filter(({ name }) => topics.has(name));
      // No topic moves on before all are read: a reading that fails leaves every number as it was.
      const reads = await Promise.all(wanted.map((topic) => topic.read(figures, moved)));
      return new Map(reads.flatMap((tell, index) => named(wanted[index]?.name, tell())));
    },
    snapshot: (topic) => board[topic].snapshot(),
    clear: () => {
      for (const topic of all) topic.forget();
    },
  };
}

function named(name: FollowedTopic | undefined, message: LiveMessage | null): [FollowedTopic, LiveMessage][] {
  return name === undefined || message === null ? [] : [[name, message]];
}

interface BoardTopic {
  readonly name: FollowedTopic;
  /** Reads what the topic holds now. What it resolves to tells it: a patch, or null when nothing differs or it is new. */
  read(figures: LiveFigures, moved: Moved): Promise<() => LiveMessage | null>;
  snapshot(): LiveMessage | null;
  forget(): void;
}

function boardTopic<Values, Difference>(
  form: TopicForm<Values, Difference>,
  readNow: (figures: LiveFigures, moved: Moved, before: Values | null) => Promise<Values>,
): BoardTopic {
  let held: { topic: NumberedTopic<Values>; values: Values } | null = null;
  return {
    name: form.topic,
    async read(figures, moved) {
      const values = await readNow(figures, moved, held?.values ?? null);
      return () => {
        const patch = held?.topic.patchTo(values) ?? null;
        held = { topic: held?.topic ?? numberedTopic(form, values), values };
        return patch;
      };
    },
    snapshot: () => held?.topic.snapshot() ?? null,
    forget: () => {
      held = null;
    },
  };
}

interface Known<Values> {
  readonly moved: Moved;
  /** Null when nothing is known yet. */
  readonly before: Values | null;
}

/** Bots that moved, and new ones, as the engine has them now; of the others only the result, which is stored. */
async function readBots(services: Services, figures: LiveFigures, { moved, before }: Known<Rows<LiveBot>>) {
  const { addresses, totals } = figures;
  const toRead = addresses.filter(({ botId }) => moved.has(botId) || !before?.has(botId));
  const fresh = byId(await liveBots(services, toRead, totals), ({ botId }) => botId);
  const rows = addresses.flatMap(({ botId }) => fresh.get(botId) ?? before?.get(botId) ?? []);
  return byId(
    rows.map((row) => ({ ...row, resultTotal: totals.get(row.botId) ?? row.resultTotal })),
    ({ botId }) => botId,
  );
}

/** The portfolios whose bots moved, and new ones, as the engine has them now. */
async function readFunds(services: Services, figures: LiveFigures, { moved, before }: Known<Rows<LiveFunds>>) {
  const { addresses } = figures;
  const toRead = addresses.filter(({ botId, portfolioId }) => moved.has(botId) || !before?.has(portfolioId));
  const fresh = byId(await currentFunds(services, toRead), ({ portfolioId }) => portfolioId);
  const ids = new Set(addresses.map(({ portfolioId }) => portfolioId));
  return byId(
    [...ids].flatMap((id) => fresh.get(id) ?? before?.get(id) ?? []),
    ({ portfolioId }) => portfolioId,
  );
}

function byId<Row>(rows: readonly Row[], idOf: (row: Row) => string): Rows<Row> {
  return new Map(rows.map((row) => [idOf(row), row]));
}
