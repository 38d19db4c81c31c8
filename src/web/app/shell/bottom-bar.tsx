import { Menu } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { Bot, type LucideIcon, Menu as MenuIcon, ScanSearch, ScrollText, WalletMinimal } from 'lucide-react';
import { type MessageKey, useText } from '#web/i18n/text.tsx';
import { places } from '../palette/places.ts';
import css from './bottom-bar.module.css';
import { SettingsItems } from './settings-items.tsx';

const items: readonly { label: MessageKey; to: string; icon: LucideIcon }[] = [
  { label: 'nav.portfolios', to: '/portfolios', icon: WalletMinimal },
  { label: 'nav.bots', to: '/dca/bots', icon: Bot },
  { label: 'nav.logs', to: '/dca/logs', icon: ScrollText },
  { label: 'nav.screener', to: '/screener', icon: ScanSearch },
];

/** The phone's way around; the rest is behind More. */
export function BottomBar() {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className={css['bar']} aria-label={t('nav.places')}>
      {items.map(({ label, to, icon: Icon }) => {
        const isHere = path.startsWith(to) || (to === '/portfolios' && path === '/');
        return (
          <Link key={to} to={to} className={css['item']} aria-current={isHere ? 'page' : undefined}>
            <Icon size={21} strokeWidth={1.75} aria-hidden="true" />
            {t(label)}
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
        {places.map((place) => (
          <Menu.Item
            key={place.key}
            component={Link}
            to={place.to}
            leftSection={<place.icon size={16} aria-hidden="true" />}
          >
            {t(place.label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <SettingsItems />
      </Menu.Dropdown>
    </Menu>
  );
}
