import type { ReactNode } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKindView } from '#web/kinds/use-kind.ts';
import { KindTag } from '../figures/kind.tsx';
import { Page } from './page.tsx';
import { TabLinks } from './tabs.tsx';

export type KindTab = 'bots' | 'strategy' | 'logs';

interface KindPageProps extends Pick<Parameters<typeof Page>[0], 'title' | 'crumbs' | 'facts' | 'actions' | 'side'> {
  /** The tab that is on; null where the page lies under none of them. */
  readonly tab: KindTab | null;
  /** Instead of the tabs of the kind. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

/** A page about the bots of one kind: the frame and the mark of its tone, and the way to its other pages. */
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
