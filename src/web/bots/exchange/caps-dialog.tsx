import { useState } from 'react';
import { parseDecimal } from '#base/decimal.ts';
import { setExchangeCaps } from '#contract/account/exchange-account.ts';
import { CAP_BOUNDS } from '#contract/limits.ts';
import { api } from '#web/api/api.ts';
import { confirmed } from '#web/api/exchange/confirmed.ts';
import type { ShownAccount } from '#web/api/exchange/exchange-account-query.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { unsendable } from '#web/ui/form/decimal/number-problem.ts';
import { NumberField } from '#web/ui/form/field.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { RealOrdersNote } from '../confirm/real-orders-note.tsx';
import { useAccountCommand } from './use-account-command.ts';

interface CapsDialogProps {
  readonly caps: ShownAccount['caps'];
  readonly onClose: () => void;
}

/** Sets all caps of the exchange account. Raising one needs a recent sign-in, which the server requests. */
export function CapsDialog({ caps, onClose }: CapsDialogProps) {
  const t = useText();
  const [form, setForm] = useState(() => formOf(caps));
  const set = useAccountCommand({
    act: () =>
      confirmed((confirmation) =>
        api(setExchangeCaps, { body: { ...form, ordersPerMinute: Number(form.ordersPerMinute), ...confirmation } }),
      ),
    asks: 'when-refused',
  });
  const trouble = troubleOf(form, t);
  return (
    <Preview
      opened
      onClose={onClose}
      kind="live"
      isDestructive={false}
      title={t('live.caps.title')}
      act={t('live.caps.save')}
      lines={[t('live.caps.hint')]}
      blockedBecause={trouble}
      isBusy={set.isPending || !set.isReady}
      error={set.error}
      onConfirm={() =>
        set.send((error) => {
          if (error !== null) return;
          toast(t('live.caps.saved'));
          onClose();
        })
      }
    >
      <RealOrdersNote />
      {fields.map(({ name, label, unit, decimals }) => (
        <NumberField
          key={name}
          label={t(label)}
          {...(unit === null ? {} : { unit })}
          decimals={decimals}
          value={form[name]}
          onChange={(value) => setForm({ ...form, [name]: value })}
        />
      ))}
      {set.field}
    </Preview>
  );
}

const { usdt, ordersPerMinute, priceBandPercent } = CAP_BOUNDS;
const USDT_DECIMALS = 8;
const PERCENT_DECIMALS = 4;

const amount = { unit: 'USDT', decimals: USDT_DECIMALS, min: usdt.min, max: usdt.max } as const;

const fields = [
  { name: 'botNotional', label: 'live.caps.botField', ...amount },
  { name: 'accountNotional', label: 'live.caps.accountField', ...amount },
  { name: 'dailyLoss', label: 'live.caps.dailyField', ...amount },
  {
    name: 'ordersPerMinute',
    label: 'live.caps.rateField',
    unit: null,
    decimals: 0,
    min: String(ordersPerMinute.min),
    max: String(ordersPerMinute.max),
  },
  {
    name: 'priceBandPercent',
    label: 'live.caps.bandField',
    unit: '%',
    decimals: PERCENT_DECIMALS,
    min: priceBandPercent.min,
    max: priceBandPercent.max,
  },
] as const;

type CapsForm = Readonly<Record<(typeof fields)[number]['name'], string>>;

/** Caps as text; those that are not set are empty. */
function formOf(caps: ShownAccount['caps']): CapsForm {
  return {
    botNotional: caps.botNotional ?? '',
    accountNotional: caps.accountNotional ?? '',
    dailyLoss: caps.dailyLoss ?? '',
    ordersPerMinute: caps.ordersPerMinute === null ? '' : String(caps.ordersPerMinute),
    priceBandPercent: caps.priceBandPercent ?? '',
  };
}

/** Why the form cannot be sent; null when it can. */
function troubleOf(form: CapsForm, t: Text): string | null {
  if (fields.some(({ name }) => form[name] === '')) return t('live.caps.empty');
  for (const { name, decimals, label, min, max } of fields) {
    const problem = unsendable(form[name], t, decimals);
    if (problem !== null) return problem;
    const count = parseDecimal(form[name], decimals);
    const [lowest, highest] = [Number(parseDecimal(min, decimals)), Number(parseDecimal(max, decimals))];
    if (count === null || count < lowest || count > highest) {
      return t('live.caps.bounds', { cap: t(label), min: t.number(min), max: t.number(max) });
    }
  }
  return Number(form.accountNotional) < Number(form.botNotional) ? t('live.caps.order') : null;
}
