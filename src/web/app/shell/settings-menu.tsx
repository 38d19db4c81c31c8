import { Settings } from 'lucide-react';
import { lazy } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { LateMenu } from '#web/ui/overlay/late-menu.tsx';
import css from './rail.module.css';

const OpenedSettings = lazy(async () => ({ default: (await import('./opened-menus.tsx')).OpenedSettings }));

export function SettingsMenu() {
  const t = useText();
  return (
    <LateMenu
      button={
        <button type="button" className={css['link']}>
          <Settings size={19} strokeWidth={1.75} aria-hidden="true" />
          <span>{t('nav.settings')}</span>
        </button>
      }
    >
      {(button) => <OpenedSettings button={button} />}
    </LateMenu>
  );
}
