import type { FormEvent, ReactNode } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { type ChannelState, useRemoveChannel, useTestChannel } from './notice-queries.ts';
import css from './notices.module.css';

interface ChannelCardProps {
  readonly state: ChannelState;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  readonly error: unknown;
  readonly onSave: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A way out of the program: its state, its fields, a test, and removing it. */
export function ChannelCard({ state, canSave, isSaving, error, onSave, children }: ChannelCardProps) {
  const t = useText();
  const { channel, isSetUp } = state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) onSave();
  };
  return (
    <Card title={t(`notices.channel.${channel}`)} note={t(`notices.about.${channel}`)}>
      <form className={css['form']} onSubmit={submit} noValidate autoComplete="off">
        <ChannelStatus state={state} />
        {children}
        {error ? <ProblemNote error={error} /> : null}
        <div className={css['acts']}>
          <Button type="submit" variant="filled" disabled={!canSave} loading={isSaving}>
            {t(isSetUp ? 'notices.save' : 'notices.setUp')}
          </Button>
          {isSetUp ? <ChannelActs state={state} /> : null}
        </div>
      </form>
    </Card>
  );
}

function ChannelStatus({ state: { isSetUp, isOn, lastSentAt } }: { readonly state: ChannelState }) {
  const t = useText();
  if (!isSetUp) return <Status tone="stopped" word={t('notices.notSetUp')} />;
  const last =
    lastSentAt === null ? t('notices.nothingSent') : t('notices.lastSent', { time: utcMinute(lastSentAt, t.language) });
  return <Status tone={isOn ? 'running' : 'stopped'} word={t(isOn ? 'notices.isOn' : 'notices.isOff')} reason={last} />;
}

function ChannelActs({ state: { channel } }: { readonly state: ChannelState }) {
  const t = useText();
  const test = useTestChannel();
  const remove = useRemoveChannel();
  const failure = test.data?.failure ?? null;
  return (
    <>
      <Button loading={test.isPending} onClick={() => test.mutate(channel)}>
        {t('notices.test')}
      </Button>
      <Button
        variant="subtle"
        loading={remove.isPending}
        onClick={() => remove.mutate(channel, { onSuccess: () => toast(t('notices.removed')) })}
      >
        {t('notices.remove')}
      </Button>
      <span className={css['outcome']} role="status">
        {test.data?.isSent ? t('notices.testSent') : ''}
      </span>
      {failure === null ? null : (
        <Note tone="danger" title={t('notices.testFailed')}>
          {t(`notices.failure.${failure}`)}
        </Note>
      )}
      {test.error ? <ProblemNote error={test.error} /> : null}
      {remove.error ? <ProblemNote error={remove.error} /> : null}
    </>
  );
}
