import { Link, useRouterState } from '@tanstack/react-router';
import { useText } from '#web/i18n/text.tsx';
import { Mark } from '#web/ui/values/mark.tsx';
import { isAt, type Place, places } from '../palette/places.ts';
import css from './rail.module.css';
import { SettingsMenu } from './settings-menu.tsx';

/** The places, left, with the settings below. */
export function Rail() {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className={css['rail']} aria-label={t('nav.places')}>
      <Link to="/" className={css['mark']} aria-label={t('nav.portfolios')}>
        <Mark size={28} />
      </Link>
      {places.map((place) => (
        <RailLink key={place.key} place={place} isHere={isAt(place, path)} />
      ))}
      <div className={css['room']} />
      <SettingsMenu />
    </nav>
  );
}

function RailLink({ place, isHere }: { readonly place: Place; readonly isHere: boolean }) {
  const t = useText();
  const Icon = place.icon;
  return (
    <Link to={place.to} className={css['place']} aria-current={isHere ? 'page' : undefined}>
      <span className={css['icon']}>
        <Icon size={19} strokeWidth={1.75} aria-hidden="true" />
        {place.key === 'live' ? <span className={css['live']} /> : null}
      </span>
      <span>{t(place.label)}</span>
      {place.key === 'live' ? <span className="by-hidden">, {t('nav.liveMark')}</span> : null}
    </Link>
  );
}
