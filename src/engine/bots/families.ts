import { assert } from '#base/assert.ts';
import type { BotKind } from '../model/bot.ts';
import type { BotFamily } from './bot-family.ts';
import { customFamily } from './custom/custom-family.ts';
import { ladderFamily } from './ladder/ladder-family.ts';
import { kindEntry, liveLadder, paperLadder, ruleStrategy } from './registry.ts';

const families = new Map<BotKind, BotFamily>();

/** Sets the family of a registered kind. Kinds may share a family; a kind that is not available may have none. */
export function registerFamily(kind: BotKind, family: BotFamily): void {
  assert(!families.has(kind), `the family of ${kind} is registered once`);
  families.set(kindEntry(kind).kind, family);
}

registerFamily(paperLadder.kind, ladderFamily);
registerFamily(liveLadder.kind, ladderFamily);
registerFamily(ruleStrategy.kind, customFamily);

/** The family of a kind that has bots. */
export function familyOf(kind: BotKind): BotFamily {
  const family = families.get(kind);
  assert(family !== undefined, `bots of the kind ${kind} can be read`);
  return family;
}

/** Each family once. */
export function allFamilies(): readonly BotFamily[] {
  return [...new Set(families.values())];
}
