import { useQuery } from '@tanstack/react-query';
import { type ExchangeKey, exchangeKeyQuery } from '#web/api/exchange-key-query.ts';
import { useText } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import css from './exchange-key.module.css';
import { KeyActs } from './key-acts.tsx';
import { KeyFacts } from './key-facts.tsx';
import { KeyNotes } from './key-notes.tsx';
import { stateOfKey } from './key-state.ts';

/** The key of the exchange account: whether it is stored, its permissions and the available actions. */
export function ExchangeKeyCard() {
  const t = useText();
  const key = useQuery(exchangeKeyQuery);
  const note = key.data ? t(`exchangeKey.environment.${key.data.environment}`) : undefined;
  return (
    <Card title={t('exchangeKey.title')} note={note}>
      {key.isPending ? <SkeletonRows rows={6} /> : null}
      {key.error ? <ProblemNote error={key.error} onRetry={() => void key.refetch()} /> : null}
      {key.data ? <KeyView exchangeKey={key.data} /> : null}
    </Card>
  );
}

/** The state in words, the facts, the notes and the actions. */
export function KeyView({ exchangeKey }: { readonly exchangeKey: ExchangeKey }) {
  const t = useText();
  const { tone, word, text } = stateOfKey(exchangeKey);
  return (
    <div className={css['card']}>
      <Status tone={tone} word={t(word)} />
      {text === null ? null : <p className={css['advice']}>{t(text)}</p>}
      {exchangeKey.isPresent ? <KeyFacts exchangeKey={exchangeKey} /> : null}
      <KeyNotes exchangeKey={exchangeKey} />
      <KeyActs exchangeKey={exchangeKey} />
    </div>
  );
}
