import { assert } from '#base/assert.ts';
import type { BotKind } from '../model/bot.ts';

/** Whose money a bot trades: a paper wallet or the exchange account. */
export type BotExecution = 'paper' | 'live';

/** The description of a kind of bots for the rest of the program. Its behaviour is in `families.ts`, which pages need not load. */
export interface KindEntry {
  readonly kind: BotKind;
  /** First part of its page addresses, as in `/dca/bots`. */
  readonly address: string;
  /** How its bots can trade in this version; the first where a request names none. The first bot of a portfolio fixes its own. */
  readonly executions: readonly [BotExecution, ...BotExecution[]];
  /** Whether this version runs bots of the kind. An unavailable kind can still be listed; its list is empty. */
  readonly isAvailable: boolean;
  /** The page that writes its strategies; null: strategies of the kind are saved with a request. */
  readonly editor: 'ladder' | 'rules' | null;
}

const entries = new Map<BotKind, KindEntry>();

/**
 * Registers a kind. Storage, server, runtime and contract look it up here, so it must be registered before they load.
 * @returns the entry
 */
export function registerKind(entry: KindEntry): KindEntry {
  assert(!entries.has(entry.kind), `the kind ${entry.kind} is registered once`);
  entries.set(entry.kind, entry);
  return entry;
}

/** The ladder on a paper wallet. */
export const paperLadder = registerKind({
  kind: 'dca-bot',
  address: 'dca',
  executions: ['paper'],
  isAvailable: true,
  editor: 'ladder',
});
/** The ladder on the exchange account. */
export const liveLadder = registerKind({
  kind: 'dca-prod-bot',
  address: 'dca-prod',
  executions: ['live'],
  isAvailable: true,
  editor: 'ladder',
});
/** A strategy of rules on a paper wallet. */
export const ruleStrategy = registerKind({
  kind: 'custom-bot',
  address: 'custom',
  executions: ['paper'],
  isAvailable: true,
  editor: 'rules',
});

/** All registered kinds, in the order of registration. */
export function allKinds(): readonly KindEntry[] {
  return [...entries.values()];
}

/** The entry of a registered kind. */
export function kindEntry(kind: BotKind): KindEntry {
  const entry = entries.get(kind);
  assert(entry !== undefined, `the kind ${kind} is registered`);
  return entry;
}

/** The names of the kinds that trade on paper wallets, or on exchange accounts. */
export function kindsTrading(execution: BotExecution): readonly BotKind[] {
  return allKinds()
    .filter(({ executions }) => executions.includes(execution))
    .map(({ kind }) => kind);
}

/** Whether bots of the kind send real orders, and nothing else. */
export const isLiveKind = (kind: BotKind): boolean => kindEntry(kind).executions[0] === 'live';
