import { useNavigate } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import type { Asset } from '#web/api/market/instrument.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Segments } from '#web/ui/form/segments.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { StrategyActions } from '../actions/strategy-actions.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { UndoButtons } from '../picture/undo-buttons.tsx';
import { copyName, savedText } from '../strategy-words.ts';
import { emptyStrategy } from './draft/empty-strategy.ts';
import { draftOf, inputOf, type StrategyDraft } from './draft/strategy-draft.ts';
import { type StrategyEditor, useStrategyEditor } from './draft/strategy-editor.ts';
import { StrategyForm } from './form/strategy-form.tsx';
import css from './rules.module.css';
import { type RuleStrategy, useSaveRules } from './strategy-queries.ts';
import { Templates } from './templates.tsx';
import { StrategyText } from './text/strategy-text.tsx';
import { useLookedBar } from './trial/looked-bar.ts';
import { TrialPanel } from './trial/trial-panel.tsx';
import { useTrial } from './trial/use-trial.ts';

const CompareRules = lazy(async () => ({ default: (await import('./versions/compare-rules.tsx')).CompareRules }));

const FIRST_SYMBOL = 'ETHUSDT';
const BARS = 260;

interface EditorProps {
  readonly assets: readonly Asset[];
  readonly strategy: RuleStrategy | null;
  /** What a new strategy begins with; null: an empty rule. */
  readonly copyOf: RuleStrategy | null;
  readonly newestVersion: number;
  /** Called with whether leaving or reloading would lose changes. */
  readonly onDirty: (isDirty: boolean) => void;
}

/** The editor of a strategy, or a note when there is no market to try it on. */
export function RulesEditor(props: EditorProps) {
  const t = useText();
  const symbols = props.assets.map(({ futuresTicker }) => futuresTicker);
  const symbol = symbols.find((one) => one === FIRST_SYMBOL) ?? symbols[0];
  if (symbol === undefined) return <Empty title={t('ladder.noMarket')} />;
  const saved = props.strategy ? draftOf(props.strategy) : emptyStrategy(symbol);
  return (
    <Loaded {...props} symbols={symbols} saved={saved} start={props.copyOf ? copyDraft(props.copyOf, t) : saved} />
  );
}

/** A copy under a name of its own. */
function copyDraft(strategy: RuleStrategy, t: Text): StrategyDraft {
  return { ...draftOf(strategy), name: copyName(strategy.name, t) };
}

interface LoadedProps extends EditorProps {
  readonly symbols: readonly string[];
  readonly saved: StrategyDraft;
  readonly start: StrategyDraft;
}

function Loaded({ strategy, newestVersion, onDirty, symbols, saved, start }: LoadedProps) {
  const t = useText();
  const kind = useKind();
  const editor = useStrategyEditor(saved, start);
  // The newest version when the draft began: one saved elsewhere since then must cause a conflict, not be overwritten.
  const [baseVersion] = useState(newestVersion);
  const [isTextBroken, setTextBroken] = useState(false);
  const [view, setView] = useState<'tree' | 'text'>('tree');
  useEffect(() => onDirty(editor.isDirty), [editor.isDirty, onDirty]);
  const save = useSaving({ editor, strategy, baseVersion, onDirty });
  const tried = useTried(editor);
  const { draft } = editor;
  const facts = strategy
    ? t.plural('strategy.usedBy', strategy.bots.length, { version: strategy.version })
    : t('strategy.unsaved');
  return (
    <KindPage
      title={draft.name.trim() || t('strategy.new')}
      crumbs={[{ label: t('rules.title'), to: kindAddress(kind, 'strategy') }]}
      facts={facts}
      tab="strategy"
      actions={
        <StrategyActions
          strategy={strategy}
          newestVersion={baseVersion}
          isSaving={save.isPending}
          onSave={save.run}
          whyNot={isTextBroken ? t('rules.unsound', { field: 'JSON' }) : whyNot(editor, t)}
          compared={strategy === null ? null : <CompareRules strategy={strategy} />}
        />
      }
    >
      <div className={css['editor']}>
        <div className={css['side']}>
          <div className={css['tools']}>
            <Segments
              label={t('rules.view')}
              value={view}
              onChange={(next) => {
                setTextBroken(false);
                setView(next);
              }}
              options={[
                { value: 'tree', label: t('rules.view.tree') },
                { value: 'text', label: t('rules.view.text') },
              ]}
            />
            <UndoButtons editor={editor} />
          </div>
          {view === 'tree' ? (
            <StrategyForm editor={editor} symbols={symbols} trial={tried.trial} bar={tried.bar} />
          ) : (
            <StrategyText editor={editor} onBroken={setTextBroken} />
          )}
        </div>
        <div className={css['main']}>
          {strategy && strategy.version < baseVersion ? (
            <Note tone="info" title={t('strategy.older', { version: strategy.version, newest: baseVersion })} />
          ) : null}
          {save.error ? <ProblemNote error={save.error} /> : null}
          {strategy === null && !editor.isDirty ? <Templates editor={editor} /> : null}
          <TrialPanel {...tried} />
        </div>
      </div>
      <LeaveGuard isDirty={editor.isDirty && !save.isPending} />
    </KindPage>
  );
}

/** Why the draft cannot be saved now; null when it can. */
function whyNot({ draft, check, isDirty }: StrategyEditor, t: Text): string | null {
  if (draft.name.trim() === '') return t('strategy.save.unnamed');
  const [trouble] = check.troubles;
  if (trouble !== undefined) return t('rules.unsound', { field: trouble.path.join('.') });
  return isDirty ? null : t('strategy.save.unchanged');
}

/** The draft on the stored past, and the bar of it that is looked at. */
function useTried({ draft, check }: StrategyEditor) {
  const kind = useKind();
  const [days, setDays] = useState(90);
  const look = useLookedBar();
  const until = look.until === null ? null : new Date(look.until).toISOString();
  const body = check.params === null ? null : { symbol: draft.symbol, params: inputOf(draft), days, bars: BARS, until };
  const { trial, ...state } = useTrial(kind, body === null ? null : { ...body, params: { ...body.params } });
  const bar = look.barIn(trial);
  return { ...state, trial, bar, days, setDays, look, trees: treesOf(draft) };
}

/** The conditions of the draft by the fields of their rules. */
function treesOf({ buy, sell }: StrategyDraft) {
  return {
    'buy.enter': buy?.enter.condition ?? null,
    'buy.exit': buy?.exit?.condition ?? null,
    'sell.enter': sell?.enter.condition ?? null,
    'sell.exit': sell?.exit?.condition ?? null,
  };
}

interface SavingInput extends Pick<EditorProps, 'strategy' | 'onDirty'> {
  readonly editor: StrategyEditor;
  readonly baseVersion: number;
}

function useSaving({ editor, strategy, baseVersion, onDirty }: SavingInput) {
  const t = useText();
  const navigate = useNavigate();
  const kind = useKind();
  const save = useSaveRules();
  const run = () => {
    const { name, comment, symbol } = editor.draft;
    const body = {
      ...(strategy ? { strategyId: strategy.strategyId, baseVersion } : {}),
      ...{ name: name.trim(), comment, symbol, params: { ...inputOf(editor.draft) } },
    };
    save.mutate(body, {
      onSuccess: (stored) => {
        toast(savedText(stored, t));
        for (const { path } of stored.warnings)
          toast(t('rules.warned', { detail: t('rules.unknownSeries', { field: path }) }));
        onDirty(false);
        void navigate({ to: kindAddress(kind, 'strategy', stored.strategyId), ignoreBlocker: true });
      },
    });
  };
  return { run, isPending: save.isPending, error: save.error };
}
