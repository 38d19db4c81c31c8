import { useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { SwitchField, TextField } from '#web/ui/form/field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ChannelCard } from './channel-card.tsx';
import { type ChannelState, type NoticeSettings, useSetTelegram } from './notice-queries.ts';

/** The chat of the user, and the token of the bot that writes there. */
export function TelegramCard({ settings }: { readonly settings: NoticeSettings }) {
  const state = settings.channels.find((one) => one.channel === 'telegram');
  return state === undefined ? null : <TelegramForm key={state.version} state={state} />;
}

function TelegramForm({ state }: { readonly state: ChannelState }) {
  const t = useText();
  const save = useSetTelegram();
  const [typed, setTyped] = useState<string | null>(null);
  const chatId = typed ?? state.address;
  const [token, setToken] = useState('');
  const [isOn, setOn] = useState(state.isSetUp ? state.isOn : true);
  const isChanged = chatId.trim() !== state.address || isOn !== state.isOn || token !== '';
  const send = () => {
    const body = { chatId: chatId.trim(), isOn, ...(token === '' ? {} : { token: token.trim() }) };
    save.mutate(body, { onSuccess: () => setTyped(null) });
  };
  return (
    <ChannelCard
      state={state}
      canSave={chatId.trim() !== '' && isChanged && (state.isSetUp || token !== '')}
      isSaving={save.isPending}
      error={save.error}
      onSave={send}
    >
      {state.movedFrom === null ? null : (
        <Note tone="info" title={t('notices.movedTitle')}>
          {t('notices.moved', { from: state.movedFrom, to: state.address })}
        </Note>
      )}
      <PasswordField
        label={t('notices.token')}
        hint={t(state.isSetUp ? 'notices.tokenKept' : 'notices.tokenHint')}
        name="telegram-token"
        autoComplete="off"
        value={token}
        onChange={setToken}
      />
      <TextField
        label={t('notices.chat')}
        hint={t('notices.chatHint')}
        value={chatId}
        onChange={setTyped}
        maxLength={80}
      />
      <SwitchField label={t('notices.switch')} checked={isOn} onChange={setOn} />
    </ChannelCard>
  );
}
