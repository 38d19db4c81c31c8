import type { AssetNoteRequest } from '#ports/runtime.ts';
import { EXCLUDED_CATEGORY } from '#storage/assets/default-categories.ts';
import type { PaperAccount } from '../paper-account.ts';
import type { Parts } from '../runtime-parts.ts';
import { excludeSymbol } from './exclude-symbol.ts';
import { refuseUnstorable, repeatKeyOf } from './paper-commands.ts';

/**
 * Stores fields of an asset, and resolves when they are stored. The accounts learn of an exclusion between two minutes,
 * and what they have decided until then is stored with it: a restart never opens in the past what was excluded there.
 */
export function setAssetNote(parts: Parts, request: AssetNoteRequest): Promise<void> {
  return parts.once(repeatKeyOf(request), async () => {
    const { tradeCategoryId } = request.fields;
    const accounts = tradeCategoryId === undefined ? [] : await accountsOf(parts, request.ownerId);
    refuseUnstorable(parts);
    if (tradeCategoryId !== undefined) exclude(parts, accounts, request);
    parts.store.rememberNote({ ...request, updatedAt: new Date() });
    await parts.store.flush();
  });
}

/** All accounts of the owner, once they have caught up with the market. */
async function accountsOf({ register }: Parts, ownerId: string): Promise<readonly PaperAccount[]> {
  const own = [...register.accounts.values()].filter((paper) => paper.ownerId === ownerId);
  await Promise.all(own.map(({ portfolioId }) => register.joined(portfolioId)));
  return [...register.accounts.values()].filter((paper) => paper.ownerId === ownerId); // Some came or went meanwhile.
}

function exclude(parts: Parts, accounts: readonly PaperAccount[], { ownerId, symbol, fields }: AssetNoteRequest): void {
  const isExcluded = fields.tradeCategoryId === EXCLUDED_CATEGORY;
  if (parts.exclusions.of(ownerId).includes(symbol) === isExcluded) return;
  parts.exclusions.set(ownerId, symbol, isExcluded);
  for (const paper of accounts) parts.store.remember(excludeSymbol(paper, symbol, isExcluded));
}
