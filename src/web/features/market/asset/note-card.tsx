import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useSetAssetNote } from '#web/api/assets/asset-notes.ts';
import { categoryName } from '#web/api/assets/category-name.ts';
import { type TradeCategory, tradeCategoriesQuery } from '#web/api/assets/trade-categories.ts';
import type { Asset } from '#web/api/market/instrument.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import css from './asset.module.css';
import { CommentField } from './comment-field.tsx';
import { ScoreField } from './score-field.tsx';

const CategoriesDialog = lazy(async () => ({ default: (await import('./categories-dialog.tsx')).CategoriesDialog }));

/** What the user keeps on a contract, edited in place. */
export function NoteCard({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const assets = useQuery(assetsQuery);
  const categories = useQuery(tradeCategoriesQuery);
  const [isOrdering, setOrdering] = useState(false);
  const failed = [assets, categories].find(({ isError, data }) => isError && data === undefined);
  const asset = assets.data?.items.find(({ futuresTicker }) => futuresTicker === symbol);
  const isReady = assets.data !== undefined && categories.data !== undefined;
  const button = (
    <Button size="compact-xs" disabled={categories.data === undefined} onClick={() => setOrdering(true)}>
      {t('note.categories')}
    </Button>
  );
  return (
    <Card title={t('note.title')} note={t('note.own')} actions={button}>
      {failed === undefined ? null : <ProblemNote error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined && !isReady ? <SkeletonRows rows={4} /> : null}
      {isReady && asset === undefined ? <Empty title={t('note.notTraded', { symbol })} /> : null}
      {isReady && asset !== undefined ? (
        <NoteFields key={asset.assetId} asset={asset} categories={categories.data.items} />
      ) : null}
      {isOrdering && categories.data ? (
        <Suspense fallback={null}>
          <CategoriesDialog categories={categories.data.items} onClose={() => setOrdering(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

interface NoteFieldsProps {
  readonly asset: Asset;
  readonly categories: readonly TradeCategory[];
}

function NoteFields({ asset, categories }: NoteFieldsProps) {
  const t = useText();
  const note = useSetAssetNote(asset.assetId);
  const chosen = categories.find(({ tradeCategoryId }) => tradeCategoryId === asset.tradeCategoryId);
  const none = { value: '', label: t('note.noCategory') };
  const { error, variables } = note;
  return (
    <div className={css['note']}>
      <div className={css['pair']}>
        <div className={css['category']} data-colour={chosen?.colour}>
          <SelectField
            label={t('note.category')}
            value={chosen?.tradeCategoryId ?? ''}
            onChange={(id) => note.mutate({ tradeCategoryId: id === '' ? null : id })}
            options={[none, ...categories.map((one) => ({ value: one.tradeCategoryId, label: categoryName(one, t) }))]}
          />
        </div>
        <ScoreField score={asset.score} onSave={(score) => note.mutate({ score })} />
      </div>
      {chosen?.isExcluding === true ? (
        <Note tone="warn" title={t('note.excluded', { symbol: asset.futuresTicker })}>
          {t('note.excludedMore')}
        </Note>
      ) : null}
      <CommentField comment={asset.comment} onSave={(comment) => note.mutate({ comment })} />
      <div className={css['state']} role="status">
        {note.isPending ? t('note.saving') : note.isSuccess ? t('note.saved') : null}
      </div>
      {error === null || variables === undefined ? null : (
        <>
          <p className={css['undone']}>{t('note.undone')}</p>
          <ProblemNote error={error} onRetry={() => note.mutate(variables)} />
        </>
      )}
    </div>
  );
}
