import type { SessionUser } from '#web/auth/open-session.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { missing, utcMinute } from '#web/ui/values/format.ts';
import css from './account-page.module.css';

/** Every field of the authentication user. */
export function UserFields({ user }: { readonly user: SessionUser }) {
  const t = useText();
  return (
    <dl className={css['fields']}>
      {fieldsOf(user, t).map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function fieldsOf(user: SessionUser, t: Text): readonly (readonly [string, string])[] {
  const yesOrNo = (is: boolean) => (is ? t('account.yes') : t('account.no'));
  const time = (text: string | undefined) => timeText(text, t);
  return [
    [t('account.email'), user.email ?? missing],
    [t('account.verified'), yesOrNo(user.emailVerified)],
    [t('account.name'), user.displayName ?? missing],
    [t('account.uid'), user.uid],
    [t('account.phone'), user.phoneNumber ?? missing],
    [t('account.photo'), user.photoURL ?? missing],
    [t('account.tenant'), user.tenantId ?? missing],
    [t('account.anonymous'), yesOrNo(user.isAnonymous)],
    [t('account.providers'), user.providerData.map(({ providerId }) => methodOf(providerId, t)).join(', ') || missing],
    [t('account.created'), time(user.metadata.creationTime)],
    [t('account.lastSignIn'), time(user.metadata.lastSignInTime)],
  ];
}

/** The service's own name for any other method than the one that the product has. */
const methodOf = (providerId: string, t: Text): string =>
  providerId === 'password' ? t('account.byPassword') : providerId;

function timeText(text: string | undefined, t: Text): string {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? missing : `${utcMinute(new Date(ms).toISOString(), t.language)} UTC`;
}
