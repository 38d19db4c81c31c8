import type { ExchangeKey } from '#web/api/exchange-key-query.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { missing, utcMinute } from '#web/ui/values/format.ts';
import css from './account-page.module.css';

/** Facts about a stored key: its last characters and its permissions. */
export function KeyFacts({ exchangeKey }: { readonly exchangeKey: ExchangeKey }) {
  const t = useText();
  return (
    <dl className={css['fields']}>
      {factsOf(exchangeKey, t).map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(key: ExchangeKey, t: Text): readonly (readonly [string, string])[] {
  const yesOrNo = (is: boolean) => t(is ? 'account.yes' : 'account.no');
  const time = (at: string | null) => (at === null ? missing : `${utcMinute(at, t.language)} UTC`);
  const { permissions } = key;
  const rights: readonly (readonly [string, string])[] =
    permissions === null
      ? []
      : [
          [t('exchangeKey.field.read'), yesOrNo(permissions.canRead)],
          [t('exchangeKey.field.trade'), yesOrNo(permissions.canTrade)],
          [t('exchangeKey.field.withdraw'), yesOrNo(permissions.canWithdraw)],
          [t('exchangeKey.field.ip'), yesOrNo(permissions.isIpRestricted)],
        ];
  return [
    [t('exchangeKey.field.key'), t('exchangeKey.ends', { lastFour: key.lastFour ?? '' })],
    ...rights,
    [t('exchangeKey.field.checked'), time(key.checkedAt)],
    [t('exchangeKey.field.changed'), time(key.changedAt)],
  ];
}
