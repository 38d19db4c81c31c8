import { assert } from '#base/assert.ts';
import type { BotKind } from '../model/bot.ts';

/** What the rest of the program knows of a kind of bots. */
export interface KindEntry {
  readonly kind: BotKind;
  /** Whose money it trades: a paper wallet, the exchange account, or what the portfolio says. */
  readonly execution: 'paper' | 'live' | 'by-portfolio';
  /** Whether this version runs bots of the kind. Those of another kind can be listed, and there are none. */
  readonly isAvailable: boolean;
}

const entries = new Map<BotKind, KindEntry>();

/** Enters a kind. Everything that handles bots finds it here, so it must be entered before the program starts. */
export function registerKind(entry: KindEntry): void {
  assert(!entries.has(entry.kind), `the kind ${entry.kind} is registered once`);
  entries.set(entry.kind, entry);
}

registerKind({ kind: 'custom-bot', execution: 'by-portfolio', isAvailable: false });
registerKind({ kind: 'dca-bot', execution: 'paper', isAvailable: true });
registerKind({ kind: 'dca-prod-bot', execution: 'live', isAvailable: false });

/** The entry of a registered kind. */
export function kindEntry(kind: BotKind): KindEntry {
  const entry = entries.get(kind);
  assert(entry !== undefined, `the kind ${kind} is registered`);
  return entry;
}
