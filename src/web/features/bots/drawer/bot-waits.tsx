import { useQuery } from '@tanstack/react-query';
import type { Bot } from '#web/api/trading-queries.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { useBotsView } from '#web/kinds/use-kind.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { TitledPart } from '#web/ui/page/titled-part.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { type ToldWait, waitsQuery } from './bot-work-queries.ts';
import css from './drawer-parts.module.css';
import { LookedEntry } from './past-entry.tsx';

/** Whether it opens cycles now and, if not, why: as the engine judges it, one sentence for every atom. */
export function BotWaits({ bot }: { readonly bot: Bot }) {
  const t = useText();
  const { entryRule } = useBotsView();
  const waits = useQuery(waitsQuery(bot.kind, bot.botId));
  return (
    <TitledPart title={t('wait.title')}>
      {waits.isPending ? <SkeletonRows rows={1} height={24} /> : null}
      {waits.isError && !waits.data ? <ProblemNote error={waits.error} onRetry={() => void waits.refetch()} /> : null}
      <ul className={css['waits']}>
        {waits.data?.heldUpBy ? <li data-tone="danger">{t(`wait.held.${waits.data.heldUpBy}`)}</li> : null}
        {waits.data?.items.map((wait) => (
          <li key={wait.atomId}>
            {waits.data.items.length > 1 ? (
              <strong>
                {wait.symbol} {t(wait.direction === 'buy' ? 'side.long' : 'side.short')}:{' '}
              </strong>
            ) : null}
            {waitText(wait, bot, t)}
            {wait.rule === null ? null : (
              <LookedEntry
                key={wait.atomId}
                {...{ bot, wait, reading: wait.rule, rule: entryRule(bot.params, wait.direction) }}
              />
            )}
          </li>
        ))}
      </ul>
    </TitledPart>
  );
}

/** The sentence of a reason with its figures. */
function waitText(wait: ToldWait, bot: Bot, t: Text): string {
  const sentence = t(
    `wait.${wait.code}`,
    Object.fromEntries(wait.figures.map((one) => [one.name, figureText(one, t)])),
  );
  const reason = bot.stateReason === null ? null : `reason.${bot.stateReason}`;
  if (reason === null || !wait.code.startsWith('BOT_') || !t.has(reason)) return sentence;
  return `${sentence} ${t('wait.because', { reason: t(reason as 'reason.LIQUIDATED') })}`;
}

function figureText({ name, value }: ToldWait['figures'][number], t: Text): string {
  if (name === 'reason') return reasonText(`reason.${value}`, value, t);
  if (name === 'until') return `${utcMinute(value, t.language)} UTC`;
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value;
  return AMOUNTS.has(name) ? t.number(value, { decimals: 2 }) : t.number(value);
}

const reasonText = (key: string, code: string, t: Text): string => (isMessageKey(t, key) ? t(key) : code);

const AMOUNTS = new Set(['needed', 'used', 'together', 'most']);
