import { Button, Menu, Tooltip } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown, Copy, GitCompareArrows, Play, RefreshCw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { useKind, useKindView } from '#web/kinds/use-kind.ts';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { isSound } from './form/ladder-check.ts';
import type { LadderEditor } from './form/ladder-editor.ts';
import { StartBotDialog } from './start-bot-dialog.tsx';
import { type Strategy, useDeleteStrategy } from './strategy-queries.ts';

const CompareDialog = lazy(async () => ({ default: (await import('./versions/compare-dialog.tsx')).CompareDialog }));

interface ActionsProps {
  readonly editor: LadderEditor;
  /** Null until it is first saved. */
  readonly strategy: Strategy | null;
  readonly newestVersion: number;
  readonly isSaving: boolean;
  readonly onSave: () => void;
}

type Dialog = 'start' | 'apply' | 'delete' | null;

/** Versions, actions for the strategy, and the one primary button: save. */
export function StrategyActions(props: ActionsProps) {
  const t = useText();
  const kind = useKind();
  const [against] = useSearchText('against');
  const [dialog, setDialog] = useState<Dialog>(null);
  const { strategy } = props;
  const close = () => setDialog(null);
  return (
    <>
      {strategy ? (
        <>
          <Versions strategy={strategy} />
          {strategy.versions.length > 1 ? <CompareButton strategy={strategy} /> : null}
          <Button
            leftSection={<Copy size={16} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to={kindAddress(kind, 'strategy', NEW_STRATEGY)}
                search={{ from: strategy.strategyId, version: String(strategy.version) }}
              />
            )}
          >
            {t('strategy.clone')}
          </Button>
          {strategy.bots.some((bot) => bot.version !== strategy.version) ? (
            <Button leftSection={<RefreshCw size={16} />} onClick={() => setDialog('apply')}>
              {t('strategy.apply')}
            </Button>
          ) : null}
          <Button leftSection={<Play size={16} />} onClick={() => setDialog('start')}>
            {t('strategy.startBot')}
          </Button>
          <Button leftSection={<Trash2 size={16} />} onClick={() => setDialog('delete')}>
            {t('strategy.delete')}
          </Button>
        </>
      ) : null}
      <SaveButton {...props} />
      {strategy && dialog === 'start' ? <StartBotDialog strategy={strategy} onClose={close} /> : null}
      {strategy && dialog === 'apply' ? <ApplyDialog strategy={strategy} onClose={close} /> : null}
      {strategy?.versions.some(({ version }) => String(version) === against) ? (
        <Suspense>
          <CompareDialog strategy={strategy} />
        </Suspense>
      ) : null}
      {strategy && dialog === 'delete' ? <DeleteDialog strategy={strategy} onClose={close} /> : null}
    </>
  );
}

/** The version saved before the one shown; after the first, the newest. */
function versionToCompare({ versions, version }: Strategy): string {
  const others = versions.map((one) => one.version).filter((one) => one !== version);
  return String(Math.max(...others.filter((one) => one < version), others.length > 0 ? Math.min(...others) : version));
}

function CompareButton({ strategy }: { strategy: Strategy }) {
  const t = useText();
  const [, setAgainst] = useSearchText('against');
  return (
    <Button leftSection={<GitCompareArrows size={16} />} onClick={() => setAgainst(versionToCompare(strategy))}>
      {t('strategy.compare')}
    </Button>
  );
}

function SaveButton({ editor, newestVersion, isSaving, onSave }: ActionsProps) {
  const t = useText();
  const reason = whyNot(editor);
  const label = t('strategy.save', { version: newestVersion + 1 });
  return (
    <Tooltip label={reason === null ? '' : t(reason)} disabled={reason === null}>
      <Button
        variant="filled"
        loading={isSaving}
        // Disabled, yet focusable, so that keyboard and screen reader reach the reason.
        aria-disabled={reason !== null}
        {...(reason === null ? {} : { 'data-disabled': true })}
        aria-describedby={reason === null ? undefined : 'save-reason'}
        onClick={() => (reason === null ? onSave() : undefined)}
      >
        {label}
        {reason === null ? null : (
          <span id="save-reason" hidden>
            {t(reason)}
          </span>
        )}
      </Button>
    </Tooltip>
  );
}

function whyNot(editor: LadderEditor) {
  if (editor.draft.name.trim() === '') return 'strategy.save.unnamed' as const;
  if (!isSound(editor.check)) return 'strategy.save.unsound' as const;
  return editor.isDirty ? null : ('strategy.save.unchanged' as const);
}

/** Opens an older version; saving it makes it the newest again. */
function Versions({ strategy }: { strategy: Strategy }) {
  const t = useText();
  const [, setAgainst] = useSearchText('against');
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<ChevronDown size={14} />}>{t('strategy.version', { version: strategy.version })}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {strategy.versions.length > 1 ? (
          <Menu.Item
            leftSection={<GitCompareArrows size={14} />}
            onClick={() => setAgainst(versionToCompare(strategy))}
          >
            {t('strategy.compare')}
          </Menu.Item>
        ) : null}
        {strategy.versions.map(({ version, createdAt }) => (
          <Menu.Item
            key={version}
            onClick={() => void navigate({ to: '.', search: { version: String(version) } })}
            rightSection={utcMinute(createdAt, t.language)}
          >
            {t('strategy.version', { version })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function DeleteDialog({ strategy, onClose }: { strategy: Strategy; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const remove = useDeleteStrategy();
  const { kind, tone } = useKindView();
  const users = strategy.bots.map((bot) => bot.name).join(', ');
  return (
    <Preview
      opened
      onClose={onClose}
      kind={tone}
      title={t('strategy.delete.title', { name: strategy.name })}
      act={t('strategy.delete.act', { name: strategy.name })}
      lines={[
        t.plural('strategy.delete.versions', strategy.versions.length),
        ...(users === '' ? [] : [t('strategy.delete.inUse', { bots: users })]),
      ]}
      stays={[t('strategy.delete.stays')]}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(strategy.strategyId, { onSuccess: () => void navigate({ to: kindAddress(kind, 'strategy') }) })
      }
    />
  );
}
