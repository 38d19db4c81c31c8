import { Menu } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { pageAt, pages, sections } from '#contract/pages.ts';
import { useText } from '#web/i18n/text.tsx';
import { pageIcons } from '../page-icons.ts';
import css from './bottom-navigation.module.css';
import { SettingsItems } from './settings-items.tsx';

const items = pages.flatMap((page) => (page.bottomIcon ? [{ ...page, icon: pageIcons[page.bottomIcon] }] : []));

/** The navigation on phones; the rest is behind More. */
export function BottomNavigation() {
  const t = useText();
  const here = useRouterState({ select: (state) => pageAt(state.location.pathname) });
  return (
    <nav className={css['bar']} aria-label={t('nav.sections')}>
      {items.map(({ path, view, section, title, icon: Icon }) => {
        const isHere = here?.view === view && here.section === section;
        return (
          <Link key={path} to={path} className={css['item']} aria-current={isHere ? 'page' : undefined}>
            <Icon size={21} strokeWidth={1.75} aria-hidden="true" />
            {title ? t(title) : section ? t(sections[section].title) : null}
          </Link>
        );
      })}
      <More />
    </nav>
  );
}

function More() {
  const t = useText();
  return (
    <Menu position="top-end" width={260}>
      <Menu.Target>
        <button type="button" className={css['item']}>
          <MenuIcon size={21} strokeWidth={1.75} aria-hidden="true" />
          {t('nav.more')}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={css['more']}>
        {Object.values(sections).map((section) => {
          const Icon = pageIcons[section.icon];
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
      </Menu.Dropdown>
    </Menu>
  );
}
