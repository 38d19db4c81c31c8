import { OracleAtom } from './atom.ts';
import { type Exact, ZERO } from './exact.ts';
import type { OracleBot, OracleCycle, OracleFill, OracleMinute, OracleSink, Way } from './oracle-terms.ts';
import { backingOf, liquidateAll, openResultOf, type Shared } from './shared-wallet.ts';

export interface OracleResult {
  readonly fills: readonly OracleFill[];
  readonly cycles: readonly OracleCycle[];
  readonly wallet: Exact;
}

/** Runs all bots on one wallet, minute by minute. `minutes` by symbol, all of the same length. */
export function runOracle(input: {
  wallet: Exact;
  limit: Exact | null;
  bots: readonly OracleBot[];
  minutes: ReadonlyMap<string, readonly OracleMinute[]>;
}): OracleResult {
  const fills: OracleFill[] = [];
  const cycles: OracleCycle[] = [];
  const lost = new Set<string>();
  let wallet = input.wallet;
  const marks = new Map<string, Exact>();
  const sink = {
    pay: (amount: Exact): void => {
      wallet = wallet.plus(amount);
    },
    fill: (fill: OracleFill): unknown => fills.push(fill),
    end: (cycle: OracleCycle): unknown => cycles.push(cycle),
    liquidated: (botId: string): unknown => lost.add(botId),
    backing: (symbol: string, way: Way) => backingOf(shared, symbol, way),
    liquidateShared: (hit: Parameters<OracleSink['liquidateShared']>[0]) => liquidateAll(shared, hit),
  };
  const groups = input.bots.map((bot) => {
    const { direction } = bot.params;
    const ways = direction === 'both' ? (['buy', 'sell'] as const) : [direction];
    return { bot, atoms: ways.map((way) => new OracleAtom(bot, way, sink)) };
  });
  const all = groups.flatMap((group) => group.atoms);
  const shared: Shared = { atoms: all, wallet: () => wallet, markOf: (symbol) => marks.get(symbol) ?? ZERO };
  const minuteOf = (bot: OracleBot, index: number): OracleMinute => {
    const minute = input.minutes.get(bot.instrument.symbol)?.[index];
    if (minute === undefined) throw new Error('every symbol has every minute');
    return minute;
  };
  const count = Math.max(...[...input.minutes.values()].map((list) => list.length));
  for (let index = 0; index < count; index += 1) {
    for (const { bot } of groups) marks.set(bot.instrument.symbol, minuteOf(bot, index).open);
    for (const atom of all) atom.run(minuteOf(atom.bot, index));
    for (const { bot } of groups) marks.set(bot.instrument.symbol, minuteOf(bot, index).close);
    // A bot that lost a position to liquidation is in ERROR; its cancellations take effect from the next minute.
    for (const { bot, atoms } of groups.filter(({ bot: { botId } }) => lost.has(botId))) {
      for (const atom of atoms) atom.halt(minuteOf(bot, index).time + 59_999);
    }
    for (const { bot, atoms } of groups) {
      for (const atom of atoms) {
        const minute = minuteOf(bot, index);
        if (!atom.canEnter(minute)) continue;
        const openMax = bot.params.maxOpenCycles ?? atoms.length;
        if (atoms.filter((other) => other.isOpen).length >= openMax) continue;
        const cycles = atoms.reduce((sum, other) => sum + other.begun + (other.isWaiting ? 1 : 0), 0);
        if (bot.params.maxCycles !== null && cycles >= bot.params.maxCycles) continue;
        const plan = atom.plan(minute);
        if (plan === null) continue;
        const committed = all.reduce((sum, other) => sum.plus(other.committed()), plan.required);
        // Open losses already reduce the shared wallet; open profits do not add to it yet.
        const open = openResultOf(shared);
        const available = open.lt(0) ? wallet.plus(open) : wallet;
        if (committed.gt(available) || (input.limit !== null && committed.gt(input.limit))) continue;
        atom.enter(minute, plan);
      }
    }
  }
  return { fills, cycles, wallet };
}
