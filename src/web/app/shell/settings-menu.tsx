import { Menu } from '@mantine/core';
import { Settings } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import css from './rail.module.css';
import { SettingsItems } from './settings-items.tsx';

export function SettingsMenu() {
  const t = useText();
  return (
    <Menu position="right-end" width={248} closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className={css['link']}>
          <Settings size={19} strokeWidth={1.75} aria-hidden="true" />
          <span>{t('nav.settings')}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <SettingsItems />
      </Menu.Dropdown>
    </Menu>
  );
}
