import { useQueryClient } from '@tanstack/react-query';
import type { getExchangeAccount } from '#contract/account/exchange-account.ts';
import type { Reply } from '#contract/call.ts';
import { exchangeAccountQuery } from '#web/api/exchange/exchange-account-query.ts';
import { useStepUp } from '../confirm/use-step-up.tsx';

type AccountReply = Reply<typeof getExchangeAccount>;

interface AccountCommand {
  readonly act: () => Promise<AccountReply>;
  /** When the password is requested; see `useStepUp`. */
  readonly asks: 'when-old' | 'when-refused';
}

/** A command to the exchange account, which answers with the account as it is afterwards. */
export function useAccountCommand({ act, asks }: AccountCommand) {
  const queries = useQueryClient();
  return useStepUp({
    act,
    asks,
    onSuccess: ({ account }) => queries.setQueryData(exchangeAccountQuery.queryKey, account),
  });
}
