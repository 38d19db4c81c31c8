import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ShownAccount } from '#web/api/exchange/exchange-account-query.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { AlarmBanner, Note } from '#web/ui/page/note.tsx';
import { utcSecond } from '#web/ui/values/format.ts';
import { sideWords } from '#web/ui/values/side-mark.tsx';
import { CapsButton } from './caps-button.tsx';

interface AccountAlarmsProps {
  readonly account: ShownAccount;
  readonly bots: readonly Bot[];
}

/** Everything about the account that needs its user, the most urgent first; nothing when all is well. */
export function AccountAlarms({ account, bots }: AccountAlarmsProps) {
  const t = useText();
  const { refusals, caps } = account;
  const halt = account.haltOfAll ?? account.halt;
  const areCapsSet = Object.values(caps).every((cap) => cap !== null);
  return (
    <>
      <Unprotected account={account} bots={bots} />
      <UnknownOrders account={account} bots={bots} />
      {refusals.length === 0 ? null : (
        <AlarmBanner title={t('live.alarm.refused')}>
          {refusals.map((refusal) => (
            <div key={refusal.code}>{refusalText(refusal, t)}</div>
          ))}
        </AlarmBanner>
      )}
      {halt === null ? null : (
        <Note
          tone="warn"
          title={t(account.haltOfAll ? 'live.alarm.haltedAll' : 'live.alarm.halted', { reason: halt.reason })}
        >
          {t('live.alarm.haltedText')}
        </Note>
      )}
      {areCapsSet ? null : (
        <Note tone="warn" title={t('live.caps.missing')} actions={<CapsButton />}>
          {t('live.caps.missingText')}
        </Note>
      )}
    </>
  );
}

/** The reason in the user's language; one without a translation in the server's words. */
function refusalText({ code, detail }: ShownAccount['refusals'][number], t: Text): string {
  const key = `refusal.${code}`;
  return isMessageKey(t, key) ? t(key) : detail;
}

/** A position whose wanted stop-loss does not rest at the exchange. */
function Unprotected({ account, bots }: AccountAlarmsProps) {
  const t = useText();
  const [first, ...others] = account.positions.filter(({ stop }) => stop === 'missing');
  if (first === undefined) return null;
  const { botId, symbol, direction, actual, expected } = first;
  const words = {
    name: botNameOf(bots, botId),
    quantity: t.number(actual ?? expected),
    symbol,
    side: t(sideWords[direction]),
  };
  return (
    <BotAlarm botId={botId} title={t('live.alarm.unprotected', words)} others={others.length}>
      {t('live.alarm.unprotectedText')}
    </BotAlarm>
  );
}

/** The oldest request whose outcome the exchange has not confirmed. */
function UnknownOrders({ account, bots }: AccountAlarmsProps) {
  const t = useText();
  const [first, ...others] = account.unknownOrders;
  if (first === undefined) return null;
  const { botId, symbol, sentAt } = first;
  const words = { name: botNameOf(bots, botId), symbol, time: utcSecond(sentAt, t.language) };
  return (
    <BotAlarm botId={botId} title={t('live.alarm.unknown', words)} others={others.length}>
      {t('live.alarm.unknownText')}
    </BotAlarm>
  );
}

interface BotAlarmProps {
  readonly botId: string;
  readonly title: string;
  /** Further alarms of the same kind. */
  readonly others: number;
  readonly children: ReactNode;
}

function BotAlarm({ botId, title, others, children }: BotAlarmProps) {
  const t = useText();
  const to = kindAddress(useKind(), 'bots');
  return (
    <AlarmBanner
      title={others === 0 ? title : `${title} ${t('live.alarm.more', { count: others })}`}
      actions={
        <Button renderRoot={(look) => <Link {...look} to={to} search={{ bot: botId }} />}>
          {t('live.alarm.openBot')}
        </Button>
      }
    >
      {children}
    </AlarmBanner>
  );
}

/** The name of a bot; its id while the list is not loaded. */
export function botNameOf(bots: readonly Bot[], botId: string): string {
  return bots.find((bot) => bot.botId === botId)?.name ?? botId;
}
