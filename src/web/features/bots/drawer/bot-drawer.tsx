import { useState } from 'react';
import { useMarketNow } from '#web/api/live/use-live.ts';
import { useBotsByFacts, useLiveBot } from '#web/api/live/use-live-bots.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { BotActs } from '#web/bots/acts/bot-acts.tsx';
import { PartText, useText } from '#web/i18n/text.tsx';
import { useBotsView } from '#web/kinds/use-kind.ts';
import { Status } from '#web/ui/figures/status.tsx';
import { SideDrawer } from '#web/ui/overlay/drawer.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { TabButtons } from '#web/ui/page/tabs.tsx';
import { useSearchSort } from '#web/ui/table/search-sort.ts';
import { useSortedRows } from '#web/ui/table/use-sorted-rows.ts';
import { botColumns } from '../bot-columns.tsx';
import { listFacts } from '../bot-rows.ts';
import { statusOf } from '../bot-words.ts';
import { rowId, useBotView } from '../use-bot-view.ts';
import { BotLog } from './bot-log.tsx';
import { BotPresent } from './bot-present.tsx';
import { BotSettings } from './bot-settings.tsx';
import css from './drawer-parts.module.css';

/** Everything about one bot, beside the list; arrows walk the list as it is filtered and sorted. */
export function BotDrawer({ loaded }: { readonly loaded: readonly Bot[] }) {
  return (
    <PartText part="botWork">
      <WordedDrawer loaded={loaded} />
    </PartText>
  );
}

function WordedDrawer({ loaded }: { readonly loaded: readonly Bot[] }) {
  const t = useText();
  const live = useBotsByFacts(loaded, listFacts);
  const marketNow = useMarketNow();
  const view = useBotView(loaded, live, marketNow);
  const { columns: own } = useBotsView();
  const [sort] = useSearchSort();
  const columns = botColumns({ rows: view.rows, marketNow, own, t });
  const ordered = useSortedRows({ rows: view.rows, columns, rowId, sort }).map(({ original }) => original.bot.botId);
  const ids = [...new Set(ordered)];
  const bot = live.find((one) => one.botId === view.openId);
  const onClose = () => view.open(null);
  if (bot === undefined) {
    return (
      <SideDrawer title={t('bots.column.bot')} onClose={onClose}>
        <Empty title={t('drawer.gone')} />
      </SideDrawer>
    );
  }
  const index = ids.indexOf(bot.botId);
  const walk = (to: string | undefined) => (index < 0 || to === undefined ? undefined : () => view.open(to));
  return (
    <OpenDrawer
      key={bot.botId}
      bot={bot}
      marketNow={marketNow}
      onClose={onClose}
      onPrevious={walk(ids[index - 1])}
      onNext={walk(ids[index + 1])}
    />
  );
}

const parts = ['now', 'settings', 'log'] as const;
type Part = (typeof parts)[number];

interface OpenDrawerProps {
  readonly bot: Bot;
  readonly marketNow: number | null;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

function OpenDrawer({ bot: listed, marketNow, ...drawer }: OpenDrawerProps) {
  const t = useText();
  const bot = useLiveBot(listed);
  const [part, setPart] = useState<Part>('now');
  const status = statusOf(bot, marketNow, t);
  return (
    <SideDrawer
      {...drawer}
      title={bot.name}
      facts={<Status {...status} reason={null} />}
      footer={<BotActs bot={bot} />}
    >
      <TabButtons
        label={t('drawer.part')}
        value={part}
        onChange={setPart}
        items={parts.map((value) => ({ value, label: t(`drawer.part.${value}`) }))}
      />
      <div className={css['body']}>
        {part === 'now' ? <BotPresent bot={bot} reason={status.reason} /> : null}
        {part === 'settings' ? <BotSettings bot={bot} /> : null}
        {part === 'log' ? <BotLog bot={bot} /> : null}
      </div>
    </SideDrawer>
  );
}
