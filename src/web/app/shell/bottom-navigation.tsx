import { Link, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { lazy } from 'react';
import { type PageRow, pageAt, pages, sections } from '#contract/pages.ts';
import { useText } from '#web/i18n/text.tsx';
import { LateMenu } from '#web/ui/overlay/late-menu.tsx';
import { pageIcons } from '../page-icons.ts';
import css from './bottom-navigation.module.css';

const OpenedMore = lazy(async () => ({ default: (await import('./opened-menus.tsx')).OpenedMore }));

const items = pages.flatMap((page) => (page.bottomIcon ? [{ ...page, icon: pageIcons[page.bottomIcon] }] : []));

const isOn = (item: PageRow, here: PageRow | null): boolean =>
  here?.view === item.view && here.section === item.section;

/** The navigation on phones; the rest is behind More. */
export function BottomNavigation() {
  const t = useText();
  const here = useRouterState({ select: (state) => pageAt(state.location.pathname) });
  return (
    <nav className={css['bar']} aria-label={t('nav.sections')}>
      {items.map((item) => {
        const { path, section, title, icon: Icon } = item;
        const isHere = isOn(item, here);
        return (
          <Link key={path} to={path} className={css['item']} aria-current={isHere ? 'page' : undefined}>
            <Icon size={21} strokeWidth={1.75} aria-hidden="true" />
            {title ? t(title) : section ? t(sections[section].title) : null}
          </Link>
        );
      })}
      <More isHere={!items.some((item) => isOn(item, here))} />
    </nav>
  );
}

function More({ isHere }: { readonly isHere: boolean }) {
  const t = useText();
  return (
    <LateMenu
      button={
        <button type="button" className={css['item']} aria-current={isHere ? 'true' : undefined}>
          <MenuIcon size={21} strokeWidth={1.75} aria-hidden="true" />
          {t('nav.more')}
        </button>
      }
    >
      {(button) => <OpenedMore button={button} />}
    </LateMenu>
  );
}
