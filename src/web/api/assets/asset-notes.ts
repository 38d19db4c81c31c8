import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { updateAssetFields } from '#contract/asset.ts';
import type { SentBody } from '#contract/call.ts';
import { api } from '../api.ts';
import type { Asset } from '../market/instrument.ts';
import { assetsQuery } from '../system-queries.ts';

/** A user's own fields of an asset, one or several of them. */
export type NoteChange = SentBody<typeof updateAssetFields>;

/**
 * Sets fields of an asset. They are shown at once; what is refused is shown again as it was, and the list is read anew,
 * because a change without an answer may have been made.
 */
export function useSetAssetNote(assetId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (note: NoteChange) => api(updateAssetFields, { params: { id: assetId }, body: note }),
    onMutate: async (note) => {
      await queries.cancelQueries(assetsQuery);
      const before = queries.getQueryData(assetsQuery.queryKey)?.items.find((asset) => asset.assetId === assetId);
      show(queries, assetId, note);
      return before;
    },
    onError: (_error, note, before) => {
      if (before !== undefined) show(queries, assetId, partOf(before, note));
      void queries.invalidateQueries({ ...assetsQuery, exact: true });
    },
    onSuccess: ({ tradeCategoryId, comment, score }) => show(queries, assetId, { tradeCategoryId, comment, score }),
  });
}

function show(queries: QueryClient, assetId: string, note: NoteChange): void {
  queries.setQueryData(assetsQuery.queryKey, (list) =>
    list === undefined
      ? list
      : { items: list.items.map((asset) => (asset.assetId === assetId ? noted(asset, note) : asset)) },
  );
}

function noted(asset: Asset, note: NoteChange): Asset {
  const { tradeCategoryId = asset.tradeCategoryId, comment = asset.comment, score = asset.score } = note;
  return { ...asset, tradeCategoryId, comment, score };
}

/** The fields of the asset that the note names. */
function partOf({ tradeCategoryId, comment, score }: Asset, note: NoteChange): NoteChange {
  return {
    ...('tradeCategoryId' in note ? { tradeCategoryId } : {}),
    ...('comment' in note ? { comment } : {}),
    ...('score' in note ? { score } : {}),
  };
}
