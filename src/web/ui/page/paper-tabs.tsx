import { useText } from '#web/i18n/text.tsx';
import { TabLinks } from './tabs.tsx';

/** Tabs of the paper ladder pages: bots, strategies, logs. */
export function PaperTabs({ active }: { readonly active: 'bots' | 'strategy' | 'logs' | null }) {
  const t = useText();
  return (
    <TabLinks
      label={t('tabs.paper')}
      items={[
        { label: t('tabs.bots'), to: '/dca/bots', isActive: active === 'bots' },
        { label: t('tabs.strategy'), to: '/dca/strategy', isActive: active === 'strategy' },
        { label: t('tabs.logs'), to: '/dca/logs', isActive: active === 'logs' },
      ]}
    />
  );
}
