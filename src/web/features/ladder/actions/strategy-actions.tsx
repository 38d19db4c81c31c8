import { Link } from '@tanstack/react-router';
import { ChevronDown, Copy, GitCompareArrows, Play, RefreshCw, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress, NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { LateMenu } from '#web/ui/overlay/late-menu.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import type { SavedStrategy } from '../strategy-queries.ts';
import { SaveButton, type SaveButtonProps } from './save-button.tsx';

// Menus and dialogs weigh more than the editor; each is loaded when it is first opened.
const OpenedVersions = lazy(async () => ({ default: (await import('./opened-versions.tsx')).OpenedVersions }));
const StartBotDialog = lazy(async () => ({ default: (await import('./start-bot-dialog.tsx')).StartBotDialog }));
const ApplyDialog = lazy(async () => ({ default: (await import('./apply-dialog.tsx')).ApplyDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteStrategyDialog }));

interface ActionsProps extends SaveButtonProps {
  /** Null until it is first saved. */
  readonly strategy: SavedStrategy | null;
  /** Shown while the address names a version to compare with. */
  readonly compared: ReactNode;
}

type Dialog = 'start' | 'apply' | 'delete' | null;

/** Versions, actions for the strategy, and the one primary button: save. */
export function StrategyActions({ strategy, compared, ...save }: ActionsProps) {
  const [against] = useSearchText('against');
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  return (
    <>
      {strategy ? <SavedActions strategy={strategy} onOpen={setDialog} /> : null}
      <SaveButton {...save} />
      <Suspense>
        {strategy && dialog === 'start' ? <StartBotDialog strategy={strategy} onClose={close} /> : null}
        {strategy && dialog === 'apply' ? <ApplyDialog strategy={strategy} onClose={close} /> : null}
        {strategy && dialog === 'delete' ? <DeleteDialog strategy={strategy} onClose={close} /> : null}
        {strategy?.versions.some(({ version }) => String(version) === against) ? compared : null}
      </Suspense>
    </>
  );
}

function SavedActions({ strategy, onOpen }: { strategy: SavedStrategy; onOpen: (dialog: Dialog) => void }) {
  const t = useText();
  const kind = useKind();
  const [, setAgainst] = useSearchText('against');
  const compare = () => setAgainst(versionToCompare(strategy));
  return (
    <>
      <LateMenu
        button={
          <Button rightSection={<ChevronDown size={14} />}>
            {t('strategy.version', { version: strategy.version })}
          </Button>
        }
      >
        {(button) => <OpenedVersions button={button} strategy={strategy} onCompare={compare} />}
      </LateMenu>
      {strategy.versions.length > 1 ? (
        <Button leftSection={<GitCompareArrows size={16} />} onClick={compare}>
          {t('strategy.compare')}
        </Button>
      ) : null}
      <Button
        leftSection={<Copy size={16} />}
        renderRoot={(look) => (
          <Link
            {...look}
            to={kindAddress(kind, 'strategy', NEW_STRATEGY)}
            search={{ from: strategy.strategyId, version: String(strategy.version) }}
          />
        )}
      >
        {t('strategy.clone')}
      </Button>
      {strategy.bots.some((bot) => bot.version !== strategy.version) ? (
        <Button leftSection={<RefreshCw size={16} />} onClick={() => onOpen('apply')}>
          {t('strategy.apply')}
        </Button>
      ) : null}
      <Button leftSection={<Play size={16} />} onClick={() => onOpen('start')}>
        {t('strategy.startBot')}
      </Button>
      <Button leftSection={<Trash2 size={16} />} onClick={() => onOpen('delete')}>
        {t('strategy.delete')}
      </Button>
    </>
  );
}

/** The version saved before the one shown; after the first, the newest. */
function versionToCompare({ versions, version }: SavedStrategy): string {
  const others = versions.map((one) => one.version).filter((one) => one !== version);
  return String(Math.max(...others.filter((one) => one < version), others.length > 0 ? Math.min(...others) : version));
}
