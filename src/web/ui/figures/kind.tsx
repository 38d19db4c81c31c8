import { FlaskConical, NotebookPen, RadioTower } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#web/i18n/text.tsx';
import css from './kind.module.css';

const icons = { paper: NotebookPen, live: RadioTower, test: FlaskConical } as const;

/** The tag PAPER, LIVE or TEST, distinguished by word, icon, colour and outline. */
export function KindTag({ kind }: { readonly kind: 'paper' | 'live' | 'test' }) {
  const t = useText();
  const Icon = icons[kind];
  return (
    <span className={css['tag']} data-kind={kind}>
      <Icon size={12} strokeWidth={1.75} aria-hidden="true" />
      {t(`kind.${kind}`)}
    </span>
  );
}

interface KindFrameProps {
  readonly kind: 'paper' | 'live' | null;
  readonly children: ReactNode;
}

/** The frame around a page or a dialog that trades: dashed for paper, solid for live, none for neither. */
export function KindFrame({ kind, children }: KindFrameProps) {
  return (
    <div className={css['frame']} data-kind={kind ?? 'none'}>
      {children}
    </div>
  );
}
