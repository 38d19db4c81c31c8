import { updateAssetFields } from '#contract/asset.ts';
import type { Reply } from '#contract/call.ts';
import { findAssetNote } from '#storage/asset-notes.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { refuseUnknownCategory } from './category-routes.ts';

/** What a user writes about an asset: seen by this user alone. */
export function assetNoteRoutes(): Route[] {
  return [route(updateAssetFields, changeNote)];
}

async function changeNote(context: Context<typeof updateAssetFields>): Promise<Reply<typeof updateAssetFields>> {
  const { params, body, caller, services, address, answer } = context;
  const { userId: ownerId } = caller;
  const symbol = params.id;
  if (!services.runtime.instruments.has(symbol)) throw new ProblemError('ASSET_NOT_FOUND');
  const { tradeCategoryId = null } = body;
  if (tradeCategoryId !== null) await context.read((tx) => refuseUnknownCategory(tx, ownerId, tradeCategoryId));
  const isEmpty = Object.keys(body).length === 0;
  if (!isEmpty && !context.isRepeat) {
    await services.runtime.setAssetNote({ ownerId, symbol, fields: body, address, ...answer });
    context.tookEffect();
  }
  const note = await context.read((tx) => findAssetNote(tx, ownerId, symbol));
  return {
    assetId: symbol,
    tradeCategoryId: note?.tradeCategoryId ?? null,
    comment: note?.comment ?? '',
    score: note?.score ?? null,
    updatedAt: note?.updatedAt.toISOString() ?? null,
  };
}
