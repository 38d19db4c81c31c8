import { assert } from '#base/assert.ts';
import type { BotKind } from '../model/bot.ts';

/** What the rest of the program knows of a kind of bots. What its bots do is in `families.ts`, which pages need not load. */
export interface KindEntry {
  readonly kind: BotKind;
  /** First part of the addresses of its pages: `/dca/bots`. */
  readonly address: string;
  /** Whose money it trades: a paper wallet, the exchange account, or what the portfolio says. */
  readonly execution: 'paper' | 'live' | 'by-portfolio';
  /** Whether this version runs bots of the kind. One that it does not run can be listed, and there are none. */
  readonly isAvailable: boolean;
}

const entries = new Map<BotKind, KindEntry>();

/**
 * Enters a kind. Storage, server, runtime and contract find it here, so it must be entered before they are loaded.
 * @returns the entry
 */
export function registerKind(entry: KindEntry): KindEntry {
  assert(!entries.has(entry.kind), `the kind ${entry.kind} is registered once`);
  entries.set(entry.kind, entry);
  return entry;
}

registerKind({ kind: 'custom-bot', address: 'custom', execution: 'by-portfolio', isAvailable: false });
/** The ladder on a paper wallet. */
export const paperLadder = registerKind({
  kind: 'dca-bot',
  address: 'dca',
  execution: 'paper',
  isAvailable: true,
});
/** The ladder on the exchange account. */
export const liveLadder = registerKind({
  kind: 'dca-prod-bot',
  address: 'dca-prod',
  execution: 'live',
  isAvailable: false,
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
