import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { KindFrame } from '../figures/kind.tsx';
import css from './page.module.css';
import { useDocumentTitle } from './use-document-title.ts';
import { useIsPhone } from './use-is-phone.ts';

interface PageProps {
  /** The frame: paper dashed, live solid; null for pages that hold neither. */
  readonly kind?: 'paper' | 'live' | null;
  readonly title: string;
  readonly crumbs?: readonly { readonly label: string; readonly to: string }[];
  readonly tag?: ReactNode;
  /** One line of facts after the title. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  readonly tabs?: ReactNode;
  /** A drawer beside the content. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of every page behind the login: header, tabs, scrolling content, drawer. */
export function Page({ kind = null, title, crumbs = [], tag, facts, actions, tabs, side, children }: PageProps) {
  useDocumentTitle(title);
  const isPhone = useIsPhone();
  return (
    <KindFrame kind={kind}>
      <header className={css['header']} data-kind={kind ?? 'none'}>
        <Crumbs crumbs={crumbs} />
        <h1>{title}</h1>
        {tag}
        {isPhone ? null : <div className={css['facts']}>{facts}</div>}
        <div className={css['actions']}>{actions}</div>
      </header>
      {tabs}
      <div className={css['columns']}>
        <div className={css['content']}>
          {isPhone && facts ? <div className={css['facts']}>{facts}</div> : null}
          {children}
        </div>
        {side}
      </div>
    </KindFrame>
  );
}

function Crumbs({ crumbs }: { readonly crumbs: NonNullable<PageProps['crumbs']> }) {
  const t = useText();
  if (crumbs.length === 0) return null;
  return (
    <nav className={css['crumbs']} aria-label={t('page.crumbs')}>
      {crumbs.map((crumb) => (
        <span key={crumb.to}>
          <Link to={crumb.to}>{crumb.label}</Link>
          <span aria-hidden="true"> / </span>
        </span>
      ))}
    </nav>
  );
}
