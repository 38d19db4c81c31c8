import type { AccountRecord, CycleRecord, NoteRecord, TradeRecord } from '#engine/model/record.ts';
import type { RandomWeek } from './random-week.ts';

/** Situations that random weeks should cover; each is counted once per week. */
const KINDS: Readonly<Record<string, (week: RandomWeek, said: Said) => boolean>> = {
  liquidation: (_, { roles }) => roles.has('liquidation'),
  'cross liquidation over symbols': (_, { trades }) => isLiquidatedAcross(trades),
  'trailing fill': (_, { roles }) => roles.has('trailing'),
  'stop loss': (_, { roles }) => roles.has('stop_loss'),
  'time limit': (_, { notes }) => notes.has('TIME_LIMIT_REACHED'),
  cooldown: (_, { cycles }) =>
    cycles.some(({ cycle }) => cycle.state === 'CLOSED' && Number(cycle.params['cooldownS']) > 0),
  'base order expired': (_, { notes }) => notes.has('ENTRY_EXPIRED'),
  'partial fill': (_, { notes }) => notes.has('ORDER_PARTIALLY_FILLED'),
  funding: (_, { notes }) => notes.has('FUNDING_SETTLED'),
  'blocked by cycles': (_, { blocks }) => blocks.has('MAX_OPEN_CYCLES'),
  'blocked by limit': (_, { blocks }) => blocks.has('PORTFOLIO_LIMIT_EXCEEDED'),
  'blocked by margin': (_, { blocks }) => blocks.has('INSUFFICIENT_MARGIN'),
  'ladder refused': (_, { blocks }) => blocks.has('LADDER_REFUSED'),
  'both directions': (_, { trades }) => new Set(trades.map(({ direction }) => direction)).size === 2,
  'several symbols': (_, { trades }) => new Set(trades.map(({ symbol }) => symbol)).size > 1,
  'several bots': (_, { trades }) => new Set(trades.map(({ botId }) => botId)).size > 1,
  cross: (_, { cycles }) => cycles.some(({ cycle }) => cycle.params.marginType === 'cross' && cycle.beginAt !== null),
  isolated: (_, { cycles }) =>
    cycles.some(({ cycle }) => cycle.params.marginType === 'isolated' && cycle.beginAt !== null),
  'frozen stretch': ({ history }, { trades }) =>
    trades.some(({ symbol }) => (history.symbols.get(symbol)?.frozen.length ?? 0) > 0),
  command: ({ commands }) => commands.some(({ command }) => command.type !== 'create'),
};

/** Counts the weeks that covered each kind. */
export function countKinds(counts: Map<string, number>, week: RandomWeek, records: readonly AccountRecord[]): void {
  const said = sort(records);
  for (const [kind, isHeld] of Object.entries(KINDS)) {
    counts.set(kind, (counts.get(kind) ?? 0) + Number(isHeld(week, said)));
  }
}

interface Said {
  readonly trades: readonly TradeRecord[];
  readonly cycles: readonly CycleRecord[];
  readonly roles: ReadonlySet<string>;
  readonly notes: ReadonlySet<string>;
  /** Reasons that entries were blocked for. */
  readonly blocks: ReadonlySet<unknown>;
}

function sort(records: readonly AccountRecord[]): Said {
  const trades = records.filter((record): record is TradeRecord => record.type === 'trade');
  const cycles = records.filter((record): record is CycleRecord => record.type === 'cycle');
  const notes = records.filter((record): record is NoteRecord => record.type === 'note');
  return {
    trades,
    cycles,
    roles: new Set(trades.map(({ role }) => role)),
    notes: new Set(notes.map(({ code }) => code)),
    blocks: new Set(notes.map(({ code, figures }) => (code === 'ENTRY_BLOCKED' ? figures['reason'] : null))),
  };
}

/** Whether one forced close took positions of two symbols at once. */
function isLiquidatedAcross(trades: readonly TradeRecord[]): boolean {
  const forced = trades.filter(({ role }) => role === 'liquidation');
  return forced.some(({ at, symbol }) => forced.some((other) => other.at === at && other.symbol !== symbol));
}
