import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { allKinds, paperLadder } from '#engine/bots/registry.ts';
import { type Bot, botsQuery } from '#web/api/trading-queries.ts';
import { LiveBotPart } from '#web/bots/live-bot-part.tsx';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { kindView } from '#web/kinds/kind-view.ts';
import '#web/kinds/kind-views.ts';
import { BotStatus } from '#web/ui/figures/status.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { missing } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import css from './asset.module.css';

type BotsResult = UseQueryResult<{ readonly items: readonly Bot[] }>;

/** A constant, so that the same answers give the same list. */
function together(results: readonly BotsResult[]) {
  return {
    bots: results.flatMap(({ data }) => data?.items ?? []),
    isPending: results.some(({ isPending }) => isPending),
    failed: results.find(({ isError, data }) => isError && data === undefined),
  };
}

/** The user's bots of every kind that trade a contract, each with what it does on it. */
export function BotsCard({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const kinds = allKinds().filter(({ isAvailable }) => isAvailable);
  const { bots, isPending, failed } = useQueries({
    queries: kinds.map(({ kind }) => botsQuery(kind)),
    combine: together,
  });
  const own = bots.filter(({ symbols, state }) => symbols.includes(symbol) && state !== 'DELETED');
  return (
    <Card title={t('asset.bots')} note={own.length === 0 ? undefined : String(own.length)} isFlush={own.length > 0}>
      {failed === undefined ? null : <ProblemNote error={failed.error} onRetry={() => void failed.refetch()} />}
      {isPending ? <SkeletonRows rows={2} /> : null}
      {!isPending && failed === undefined && own.length === 0 ? (
        <Empty
          title={t('asset.noBots', { symbol })}
          link={<Link to={kindAddress(paperLadder.kind, 'bots')}>{t('asset.toBots')}</Link>}
        />
      ) : null}
      {own.length === 0 ? null : (
        <ul className={css['bots']}>
          {own.map((bot) => (
            <li key={bot.botId}>
              <LiveBotPart bot={bot} draw={(live) => <BotOnAsset bot={live} symbol={symbol} />} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function BotOnAsset({ bot, symbol }: { readonly bot: Bot; readonly symbol: string }) {
  const t = useText();
  const atoms = bot.atoms.filter((atom) => atom.symbol === symbol);
  const isOpen = atoms.some(({ currentCycleId }) => currentCycleId !== null);
  const blockedBy = atoms.find((atom) => atom.blockedBy !== null)?.blockedBy ?? null;
  return (
    <>
      <span className={css['bot']}>
        <Link to={kindAddress(bot.kind, 'bots')} search={{ bot: bot.botId }}>
          {bot.name}
        </Link>
        <span className={css['hint']}>{kindView(bot.kind).title(t)}</span>
      </span>
      <span className={css['bot']}>
        <BotStatus state={bot.state} stateReason={bot.stateReason} blockedBy={blockedBy} />
        <span>{isOpen ? <Money value={addDecimals(atoms.map(({ unrealized }) => unrealized))} /> : missing}</span>
      </span>
    </>
  );
}
