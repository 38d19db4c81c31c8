import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { sections } from '#contract/pages.ts';
import { useText } from '#web/i18n/text.tsx';
import { OpenedMenu } from '#web/ui/overlay/opened-menu.tsx';
import { pageIcons } from '../page-icons.ts';
import css from './bottom-navigation.module.css';
import { SettingsItems } from './settings-items.tsx';

/** The menu of the rail. */
export function OpenedSettings({ button }: { readonly button: ReactElement }) {
  return (
    <OpenedMenu button={button} position="right-end" width={248} closeOnItemClick={false}>
      <SettingsItems />
    </OpenedMenu>
  );
}

/** The menu of the phone's navigation: every section, then the settings. */
export function OpenedMore({ button }: { readonly button: ReactElement }) {
  const t = useText();
  return (
    <OpenedMenu button={button} position="top-end" width={260} dropdownClass={css['more']}>
      {Object.values(sections).map((section) => {
        const Icon = pageIcons[section.icon];
        if ('isPlanned' in section) {
          return (
            <Menu.Item key={section.path} disabled leftSection={<Icon size={16} aria-hidden="true" />}>
              {t(section.title)}, {t('nav.planned')}
            </Menu.Item>
          );
        }
        return (
          <Menu.Item
            key={section.path}
            component={Link}
            to={section.path}
            leftSection={<Icon size={16} aria-hidden="true" />}
          >
            {t(section.title)}
          </Menu.Item>
        );
      })}
      <Menu.Divider />
      <SettingsItems />
    </OpenedMenu>
  );
}
