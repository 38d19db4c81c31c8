import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { exchangeAccountQuery } from '#web/api/exchange/exchange-account-query.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';

const CapsDialog = lazy(async () => ({ default: (await import('./caps-dialog.tsx')).CapsDialog }));

/** Opens the form for the caps of the exchange account; nothing before there is an account. */
export function CapsButton() {
  return (
    <Suspense>
      <PartText part="exchangeAccount">
        <Worded />
      </PartText>
    </Suspense>
  );
}

function Worded() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const account = useQuery(exchangeAccountQuery).data;
  if (!account) return null;
  const isSet = Object.values(account.caps).every((cap) => cap !== null);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(isSet ? 'live.caps.change' : 'live.caps.set')}</Button>
      {isOpen ? <CapsDialog caps={account.caps} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
