import { lazy, Suspense } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';

const BotDrawer = lazy(async () => ({ default: (await import('./bot-drawer.tsx')).BotDrawer }));

/** The drawer of the bot that the address names, loaded when one is first opened. */
export function BotSide({ loaded }: { readonly loaded: readonly Bot[] }) {
  const [openId] = useSearchText('bot');
  if (openId === '') return null;
  return (
    <Suspense>
      <BotDrawer loaded={loaded} />
    </Suspense>
  );
}
