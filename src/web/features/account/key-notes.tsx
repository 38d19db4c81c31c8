import type { ExchangeKey } from '#web/api/exchange-key-query.ts';
import { type MessageKey, useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { utcSecond } from '#web/ui/values/format.ts';
import { useAcknowledgeKey } from './key-queries.ts';
import { failureText } from './key-state.ts';

/** What the user should know or do about the key, most urgent first. */
export function KeyNotes({ exchangeKey: key }: { readonly exchangeKey: ExchangeKey }) {
  const t = useText();
  const { permissions, reading } = key;
  const isUnknown = key.check === 'unknown' && key.refusal === null;
  const warn = (title: MessageKey, text: MessageKey) => (
    <Note tone="warn" title={t(title)}>
      {t(text)}
    </Note>
  );
  return (
    <>
      {isUnknown && !key.isAcknowledged ? <Acknowledgement version={key.version} /> : null}
      {isUnknown && key.isAcknowledged ? <Note tone="info" title={t('exchangeKey.accepted')} /> : null}
      {permissions?.canRead === false ? warn('exchangeKey.noRead', 'exchangeKey.noReadText') : null}
      {permissions?.canTrade === false ? warn('exchangeKey.noTrade', 'exchangeKey.noTradeText') : null}
      {permissions?.isIpRestricted === false ? warn('exchangeKey.noIp', 'exchangeKey.noIpText') : null}
      {key.isPresent && reading.state === 'failed' ? (
        <Note tone="warn" title={t('exchangeKey.notRead')}>
          {t(failureText(reading.code))}
        </Note>
      ) : null}
      {reading.nextTryAt === null ? null : (
        <p>{t('exchangeKey.nextTry', { time: utcSecond(reading.nextTryAt, t.language) })}</p>
      )}
    </>
  );
}

/** Live trading with a key whose permissions are unknown requires the user's consent. */
function Acknowledgement({ version }: { readonly version: number }) {
  const t = useText();
  const acknowledge = useAcknowledgeKey(version);
  return (
    <>
      <div>
        <Button disabled={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
          {t('exchangeKey.accept')}
        </Button>
      </div>
      {acknowledge.error ? <ProblemNote error={acknowledge.error} /> : null}
    </>
  );
}
