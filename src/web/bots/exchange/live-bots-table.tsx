import { useState } from 'react';
import type { ShownAccount } from '#web/api/exchange/exchange-account-query.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { HaltDialog, ReleaseDialog } from './halt-dialogs.tsx';
import { type LiveBotRow, liveBotRows } from './live-bot-rows.ts';
import { cardOf, liveColumns } from './live-columns.tsx';

interface LiveBotsTableProps {
  readonly account: ShownAccount;
  readonly bots: readonly Bot[];
}

/** Per bot and side: the position in our books, the one at the exchange, its protection, and the bot's halt. */
export function LiveBotsTable({ account, bots }: LiveBotsTableProps) {
  const t = useText();
  const [chosen, setChosen] = useState<LiveBotRow | null>(null);
  const rows = liveBotRows(account, bots);
  const close = () => setChosen(null);
  if (rows.length === 0) return null;
  return (
    <>
      <DataTable
        label={t('live.table')}
        rows={rows}
        columns={liveColumns({ t, onHalt: setChosen })}
        rowId={({ id }) => id}
        rowTone={({ stop }) => (stop === 'missing' ? 'danger' : null)}
        csvName={null}
        card={(row) => cardOf(row, { t, onHalt: setChosen })}
      />
      {chosen === null ? null : chosen.halt === null ? (
        <HaltDialog bot={chosen} onClose={close} />
      ) : (
        <ReleaseDialog bot={chosen} onClose={close} />
      )}
    </>
  );
}
