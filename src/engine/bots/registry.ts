import { assert } from '#base/assert.ts';
import type { BotKind } from '../model/bot.ts';
import type { BotFamily } from './bot-family.ts';
import { ladderFamily } from './ladder/ladder-family.ts';

/** What the rest of the program knows of a kind of bots. */
export interface KindEntry {
  readonly kind: BotKind;
  /** First part of the addresses of its pages: `/dca/bots`. */
  readonly address: string;
  /** Whose money it trades: a paper wallet, the exchange account, or what the portfolio says. */
  readonly execution: 'paper' | 'live' | 'by-portfolio';
  /** Whether this version runs bots of the kind. One that it does not run can be listed, and there are none. */
  readonly isAvailable: boolean;
  /** Null where this version does not know the parameters yet; a kind that runs has one. */
  readonly family: BotFamily | null;
}

const entries = new Map<BotKind, KindEntry>();

/**
 * Enters a kind. Storage, server, runtime and contract find it here, so it must be entered before they are loaded.
 * @returns the entry
 */
export function registerKind(entry: KindEntry): KindEntry {
  assert(!entries.has(entry.kind), `the kind ${entry.kind} is registered once`);
  assert(!entry.isAvailable || entry.family !== null, `the kind ${entry.kind} can run only with a family`);
  entries.set(entry.kind, entry);
  return entry;
}

registerKind({ kind: 'custom-bot', address: 'custom', execution: 'by-portfolio', isAvailable: false, family: null });
/** The ladder on a paper wallet. */
export const paperLadder = registerKind({
  kind: 'dca-bot',
  address: 'dca',
  execution: 'paper',
  isAvailable: true,
  family: ladderFamily,
});
registerKind({
  kind: 'dca-prod-bot',
  address: 'dca-prod',
  execution: 'live',
  isAvailable: false,
  family: ladderFamily,
});

/** All registered kinds, in the order in which they were entered. */
export function allKinds(): readonly KindEntry[] {
  return [...entries.values()];
}

/** The entry of a registered kind. */
export function kindEntry(kind: BotKind): KindEntry {
  const entry = entries.get(kind);
  assert(entry !== undefined, `the kind ${kind} is registered`);
  return entry;
}

/** The family of a kind that bots exist of. */
export function familyOf(kind: BotKind): BotFamily {
  const { family } = kindEntry(kind);
  assert(family !== null, `bots of the kind ${kind} can be read`);
  return family;
}
