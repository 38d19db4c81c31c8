import { Link, useRouterState } from '@tanstack/react-router';
import { pageAt, type SectionName, sections } from '#contract/pages.ts';
import { useText } from '#web/i18n/text.tsx';
import { Mark } from '#web/ui/values/mark.tsx';
import { pageIcons } from '../page-icons.ts';
import css from './rail.module.css';
import { SettingsMenu } from './settings-menu.tsx';

/** The sections on the left, the settings below them. */
export function Rail() {
  const t = useText();
  const here = useRouterState({ select: (state) => pageAt(state.location.pathname)?.section ?? null });
  return (
    <nav className={css['rail']} aria-label={t('nav.sections')}>
      <Link to="/" className={css['mark']} aria-label={t('nav.portfolios')}>
        <Mark size={28} />
      </Link>
      {Object.entries(sections).map(([name, section]) => (
        <RailLink key={name} section={section} isHere={name === here} />
      ))}
      <div className={css['room']} />
      <SettingsMenu />
    </nav>
  );
}

interface RailLinkProps {
  readonly section: (typeof sections)[SectionName];
  readonly isHere: boolean;
}

function RailLink({ section, isHere }: RailLinkProps) {
  const t = useText();
  const Icon = pageIcons[section.icon];
  const isLive = 'isLive' in section;
  if ('isPlanned' in section) {
    return (
      <span className={css['link']} data-planned title={t('nav.planned')}>
        <span className={css['icon']}>
          <Icon size={19} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span>{t(section.title)}</span>
        <span className="by-hidden">, {t('nav.planned')}</span>
      </span>
    );
  }
  return (
    <Link to={section.path} className={css['link']} aria-current={isHere ? 'page' : undefined}>
      <span className={css['icon']}>
        <Icon size={19} strokeWidth={1.75} aria-hidden="true" />
        {isLive ? <span className={css['live']} /> : null}
      </span>
      <span>{t(section.title)}</span>
      {isLive ? <span className="by-hidden">, {t('nav.liveMark')}</span> : null}
    </Link>
  );
}
