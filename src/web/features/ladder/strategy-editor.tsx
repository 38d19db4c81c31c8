import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Asset, instrumentOf } from '#web/api/market/instrument.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { LiveAccountPart } from '#web/bots/exchange/live-account-part.tsx';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { AfterPaint } from '#web/ui/page/after-paint.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { StrategyActions } from './actions/strategy-actions.tsx';
import { isSound } from './form/ladder-check.ts';
import { draftOf, emptyDraft, type LadderDraft } from './form/ladder-draft.ts';
import { type EditorInput, type LadderEditor, type PricedInstrument, useLadderEditor } from './form/ladder-editor.ts';
import { LadderForm } from './form/ladder-form.tsx';
import css from './ladder-page.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { LadderCard } from './picture/ladder-card.tsx';
import { LadderChart } from './picture/ladder-chart.tsx';
import { LadderCapital, LadderSummary } from './picture/ladder-summary.tsx';
import { ReachCard } from './reach/reach-card.tsx';
import { useLadderReach } from './reach/use-ladder-reach.ts';
import { type Strategy, useSaveStrategy } from './strategy-queries.ts';
import { copyName, savedText } from './strategy-words.ts';

const CompareDialog = lazy(async () => ({ default: (await import('./versions/compare-dialog.tsx')).CompareDialog }));
const LadderTrial = lazy(async () => ({ default: (await import('./rules/trial/ladder-trial.tsx')).LadderTrial }));

const FIRST_SYMBOL = 'ETHUSDT';
/** About as high as they are on a desktop. */
const FORM_HEIGHT = 900;
const PICTURE_HEIGHT = 800;
const TABLE_HEIGHT = 380;
/** How often a missing price is asked for. */
const PRICE_WAIT_MS = 5_000;

interface EditorProps {
  readonly assets: readonly Asset[];
  readonly strategy: Strategy | null;
  /** What a new strategy begins with; null: the usual ladder. */
  readonly copyOf?: Strategy | null;
  readonly newestVersion: number;
  /** Called with whether leaving or reloading would lose changes. */
  readonly onDirty: (isDirty: boolean) => void;
}

/** The editor, or a note when there is no market to draw on. */
export function StrategyEditor(props: EditorProps) {
  const t = useText();
  const priced = props.assets.map(pricedOf);
  const fallback = priced.find((one) => one.instrument.symbol === FIRST_SYMBOL) ?? priced[0];
  if (fallback === undefined) return <Empty title={t('ladder.noMarket')} />;
  const saved = props.strategy ? draftOf(props.strategy) : emptyDraft(fallback.instrument.symbol);
  const input: EditorInput = {
    saved,
    start: props.copyOf ? copyDraft(props.copyOf, t) : saved,
    instruments: new Map(priced.map((one) => [one.instrument.symbol, one])),
    fallback,
  };
  return <LoadedEditor {...props} input={input} />;
}

/** A copy under a name of its own. */
function copyDraft(strategy: Strategy, t: Text): LadderDraft {
  return { ...draftOf(strategy), name: copyName(strategy.name, t) };
}

function pricedOf(asset: Asset): PricedInstrument {
  return { instrument: instrumentOf(asset), lastPrice: asset.lastPrice };
}

function LoadedEditor({ strategy, newestVersion, onDirty, input }: EditorProps & { input: EditorInput }) {
  const t = useText();
  const kind = useKind();
  const editor = useLadderEditor(input);
  useQuery({ ...assetsQuery, refetchInterval: editor.lastPrice === null ? PRICE_WAIT_MS : false });
  // The newest version when the draft began: one saved elsewhere since then must cause a conflict, not be overwritten.
  const [baseVersion] = useState(newestVersion);
  useEffect(() => onDirty(editor.isDirty), [editor.isDirty, onDirty]);
  const save = useSaving({ editor, strategy, baseVersion, onDirty });
  const facts = strategy
    ? t.plural('strategy.usedBy', strategy.bots.length, { version: strategy.version })
    : t('strategy.unsaved');
  return (
    <KindPage
      title={editor.draft.name.trim() || t('strategy.new')}
      crumbs={[{ label: t('strategy.title'), to: kindAddress(kind, 'strategy') }]}
      facts={facts}
      tab="strategy"
      actions={
        <StrategyActions
          strategy={strategy}
          newestVersion={baseVersion}
          isSaving={save.isPending}
          onSave={save.run}
          whyNot={whyNot(editor, t)}
          compared={strategy === null ? null : <CompareDialog strategy={strategy} />}
        />
      }
    >
      <LiveAccountPart look="line" />
      <div className={css['editor']}>
        <AfterPaint height={FORM_HEIGHT} turn={2}>
          <LadderForm editor={editor} symbols={[...input.instruments.keys()]} />
        </AfterPaint>
        <div className={css['main']}>
          {strategy && strategy.version < baseVersion ? (
            <Note tone="info" title={t('strategy.older', { version: strategy.version, newest: baseVersion })} />
          ) : null}
          {save.error ? <ProblemNote error={save.error} /> : null}
          <AfterPaint height={PICTURE_HEIGHT}>
            <Picture editor={editor} />
          </AfterPaint>
        </div>
      </div>
      <LeaveGuard isDirty={editor.isDirty && !save.isPending} />
    </KindPage>
  );
}

/** Why the draft cannot be saved now; null when it can. */
function whyNot({ draft, check, isDirty }: LadderEditor, t: Text): string | null {
  if (draft.name.trim() === '') return t('strategy.save.unnamed');
  if (!isSound(check)) return t('strategy.save.unsound');
  return isDirty ? null : t('strategy.save.unchanged');
}

/** Chart, how far the ladder reaches, table, and below them what prevents saving and how much capital the ladder needs. */
function Picture({ editor }: { editor: LadderEditor }) {
  const [index, setIndex] = useState(0);
  const { sides } = editor;
  const side = sides[index] ?? sides[0];
  const reachOf = useLadderReach(editor);
  return (
    <>
      {side ? (
        <div className={css['picture']}>
          <LadderChart editor={editor} side={side} onSide={setIndex} />
          <ReachCard editor={editor} side={side} reach={reachOf(side.direction)} />
        </div>
      ) : null}
      <AfterPaint height={TABLE_HEIGHT}>
        <LadderCard editor={editor} reachOf={reachOf} />
        <div className={css['foot']}>
          <LadderSummary editor={editor} />
          <LadderCapital editor={editor} />
        </div>
        <Trial editor={editor} />
      </AfterPaint>
    </>
  );
}

/** The ladder on the stored past, once that is asked for. */
function Trial({ editor: { draft, check } }: { editor: LadderEditor }) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <div>
        <Button onClick={() => setAsked(true)}>{t('ladder.tryOut')}</Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<SkeletonBlock height={PICTURE_HEIGHT} />}>
      <LadderTrial symbol={draft.symbol} params={check.params} />
    </Suspense>
  );
}

interface SavingInput extends Pick<EditorProps, 'strategy' | 'onDirty'> {
  readonly editor: LadderEditor;
  readonly baseVersion: number;
}

function useSaving({ editor, strategy, baseVersion, onDirty }: SavingInput) {
  const t = useText();
  const navigate = useNavigate();
  const kind = useKind();
  const save = useSaveStrategy();
  const { draft, check } = editor;
  const run = () => {
    if (check.params === null) return;
    const base = strategy ? { strategyId: strategy.strategyId, baseVersion } : {};
    const body = {
      ...base,
      name: draft.name.trim(),
      comment: draft.comment,
      symbol: draft.symbol,
      params: check.params,
    };
    save.mutate(body, {
      onSuccess: (saved) => {
        toast(savedText(saved, t));
        onDirty(false);
        void navigate({ to: kindAddress(kind, 'strategy', saved.strategyId), ignoreBlocker: true });
      },
    });
  };
  return { run, isPending: save.isPending, error: save.error };
}
