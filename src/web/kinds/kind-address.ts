import { kindEntry } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';

type KindPage = 'bots' | 'strategy' | 'portfolio' | 'logs';

/** The address of a page about a kind of bots; `id` names a portfolio or a strategy. */
export function kindAddress(kind: BotKind, page: KindPage, id?: string): string {
  return ['', kindEntry(kind).address, page, ...(id === undefined ? [] : [id])].join('/');
}

/** Stands in an address in place of an id: the strategy that nobody has saved yet. */
export const NEW_STRATEGY = 'new';
