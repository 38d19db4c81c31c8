import type { ReactNode } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKindView } from '#web/kinds/use-kind.ts';
import { KindTag } from '../figures/kind.tsx';
import { Page } from './page.tsx';
import { TabLinks } from './tabs.tsx';

export type KindTab = 'bots' | 'strategy' | 'logs';

interface KindPageProps extends Pick<Parameters<typeof Page>[0], 'title' | 'crumbs' | 'facts' | 'actions' | 'side'> {
  /** The active tab; null when the page belongs to none of them. */
  readonly tab: KindTab | null;
  /** Replaces the tabs of the kind. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

/** A page about the bots of one kind, with its frame, its tag and links to the kind's other pages. */
export function KindPage({ tab, tabs, ...page }: KindPageProps) {
  const { tone } = useKindView();
  const tag = tone === null ? null : <KindTag kind={tone} />;
  return <Page {...page} kind={tone} tag={tag} tabs={tabs ?? <KindTabs active={tab} />} />;
}

function KindTabs({ active }: { readonly active: KindTab | null }) {
  const t = useText();
  const { kind, title } = useKindView();
  const item = (tab: KindTab) => ({ label: t(`tabs.${tab}`), to: kindAddress(kind, tab), isActive: active === tab });
  return <TabLinks label={title(t)} items={[item('bots'), item('strategy'), item('logs')]} />;
}
