import { SECOND_MS } from '#base/time.ts';
import type { BotChange, FundsChange, LiveBot, LiveFunds } from '#contract/live.ts';
import type { StatusReply } from '../present-status.ts';
import type { TopicForm } from './numbered-topic.ts';

type Rows<Row> = ReadonlyMap<string, Row>;

interface RowsDifference<Change> {
  readonly changes: Change[];
  readonly gone: string[];
}

type Atom = LiveBot['atoms'][number];

/** The bots of a user by id. */
export const botsForm: TopicForm<Rows<LiveBot>, RowsDifference<BotChange>> = {
  topic: 'bots',
  differenceOf: (before, after) => rowsDifference(before, after, botChange),
  snapshot: (bots, seq) => ({ type: 'snapshot', topic: 'bots', seq, bots: [...bots.values()] }),
  patch: ({ changes, gone }, seq) => ({ type: 'patch', topic: 'bots', seq, bots: changes, gone }),
};

/** What the portfolios of a user hold, by id. */
export const fundsForm: TopicForm<Rows<LiveFunds>, RowsDifference<FundsChange>> = {
  topic: 'funds',
  differenceOf: (before, after) => rowsDifference(before, after, fundsChange),
  snapshot: (funds, seq) => ({ type: 'snapshot', topic: 'funds', seq, funds: [...funds.values()] }),
  patch: ({ changes, gone }, seq) => ({ type: 'patch', topic: 'funds', seq, funds: changes, gone }),
};

/** The health strip. */
export const statusForm: TopicForm<StatusReply, Partial<StatusReply>> = {
  topic: 'status',
  differenceOf: statusDifference,
  snapshot: (status, seq) => ({ type: 'snapshot', topic: 'status', seq, status }),
  patch: (status, seq) => ({ type: 'patch', topic: 'status', seq, status }),
};

/** Clocks alone are told this often: pages count on from them. */
const CLOCKS_EVERY_MS = 4 * SECOND_MS;
const CLOCKS: ReadonlySet<string> = new Set(['wallTime', 'beatAt', 'exchangeHeardAt']);

function statusDifference(before: StatusReply, after: StatusReply): Partial<StatusReply> | null {
  const fields = fieldsOf(before, after);
  const areOnlyClocks = Object.keys(fields).every((name) => CLOCKS.has(name));
  const isEarly = Date.parse(after.wallTime) - Date.parse(before.wallTime) < CLOCKS_EVERY_MS;
  return areOnlyClocks && isEarly ? null : fields;
}

function rowsDifference<Row, Change>(
  before: Rows<Row>,
  after: Rows<Row>,
  changeOf: (before: Row | undefined, after: Row) => Change | null,
): RowsDifference<Change> | null {
  const changes = [...after].flatMap(([id, row]) => changeOf(before.get(id), row) ?? []);
  const gone = [...before.keys()].filter((id) => !after.has(id));
  return changes.length === 0 && gone.length === 0 ? null : { changes, gone };
}

function fundsChange(before: LiveFunds | undefined, after: LiveFunds): FundsChange | null {
  return before === undefined ? after : named({ portfolioId: after.portfolioId }, fieldsOf(before, after));
}

function botChange(before: LiveBot | undefined, after: LiveBot): BotChange | null {
  if (before === undefined) return after;
  const { atoms: atomsBefore, ...rest } = before;
  const { atoms, ...restAfter } = after;
  return named({ botId: after.botId }, { ...fieldsOf(rest, restAfter), ...atomsDifference(atomsBefore, atoms) });
}

/** Atoms are told field by field while they are the same ones in the same places, otherwise whole. */
function atomsDifference(before: readonly Atom[], after: readonly Atom[]): Pick<BotChange, 'atoms' | 'atomChanges'> {
  const isSame = before.length === after.length && after.every((atom, at) => atom.atomId === before[at]?.atomId);
  if (!isSame) return { atoms: [...after] };
  const atomChanges = after.flatMap((atom, at) => named({ at }, fieldsOf(before[at] ?? atom, atom)) ?? []);
  return atomChanges.length === 0 ? {} : { atomChanges };
}

/** The fields of `after` that differ; a list counts as one value. */
function fieldsOf<Row extends object>(before: Row, after: Row): Partial<Row> {
  const known = new Map(Object.entries(before));
  const fields = Object.entries(after).filter(([name, value]) => !isSameValue(known.get(name), value));
  return Object.fromEntries(fields) as Partial<Row>; // They are fields of the row itself.
}

function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b));
}

/** The fields under their name; null when there are none. */
function named<Name extends object, Fields extends object>(name: Name, fields: Fields): (Name & Fields) | null {
  return Object.keys(fields).length === 0 ? null : { ...name, ...fields };
}
