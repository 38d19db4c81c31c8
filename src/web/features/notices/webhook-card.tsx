import { useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SwitchField, TextField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ChannelCard } from './channel-card.tsx';
import { type ChannelState, type NoticeSettings, useSetWebhook } from './notice-queries.ts';
import css from './notices.module.css';

/** The address of the user that notices are posted to. Without a host in the settings of the program there is none. */
export function WebhookCard({ settings }: { readonly settings: NoticeSettings }) {
  const t = useText();
  const state = settings.channels.find((one) => one.channel === 'webhook');
  if (state === undefined) return null;
  if (settings.webhookHosts.length === 0 && !state.isSetUp) {
    return (
      <Card title={t('notices.channel.webhook')}>
        <p className={css['advice']}>{t('notices.noHosts')}</p>
      </Card>
    );
  }
  return <WebhookForm key={`${state.version} ${state.changedAt}`} state={state} hosts={settings.webhookHosts} />;
}

const SECRET_BYTES = 32;

/** Made in the browser and sent once: the server keeps it sealed and never shows it. */
function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function WebhookForm({ state, hosts }: { readonly state: ChannelState; readonly hosts: readonly string[] }) {
  const t = useText();
  const save = useSetWebhook();
  const [address, setAddress] = useState('');
  const [isOn, setOn] = useState(state.isSetUp ? state.isOn : true);
  const [secret, setSecret] = useState<string | null>(() => (state.isSetUp ? null : newSecret()));
  const typed = address.trim();
  const isChanged = typed !== '' || isOn !== state.isOn || secret !== null;
  const send = () =>
    save.mutate({ isOn, ...(typed === '' ? {} : { address: typed }), ...(secret === null ? {} : { secret }) });
  const hint = t('notices.addressHint', { hosts: hosts.join(', ') });
  return (
    <ChannelCard
      state={state}
      canSave={(state.isSetUp || typed !== '') && isChanged}
      isSaving={save.isPending}
      error={save.error}
      onSave={send}
    >
      <TextField
        label={t('notices.address')}
        hint={state.isSetUp ? `${t('notices.addressKept', { host: state.address })} ${hint}` : hint}
        value={address}
        onChange={setAddress}
        maxLength={2_000}
      />
      {secret === null ? (
        <Button size="compact-sm" onClick={() => setSecret(newSecret())}>
          {t('notices.newSecret')}
        </Button>
      ) : (
        <Note tone="info" title={t('notices.secretTitle')}>
          <code className={css['secret']}>{secret}</code>
          <p>{t('notices.secretWhy')}</p>
        </Note>
      )}
      <SwitchField label={t('notices.switch')} checked={isOn} onChange={setOn} />
    </ChannelCard>
  );
}
