import { queryOptions } from '@tanstack/react-query';
import { getExchangeAccount } from '#contract/account/exchange-account.ts';
import type { Reply } from '#contract/call.ts';
import { api } from '../api.ts';

export type ShownAccount = NonNullable<Reply<typeof getExchangeAccount>['account']>;

/** The account changes with every order and is not part of the live channel. */
const ACCOUNT_POLL_MS = 2_000;

/** The exchange account; null before the first live portfolio. */
export const exchangeAccountQuery = queryOptions({
  queryKey: ['exchange-account'],
  queryFn: async ({ signal }) => (await api(getExchangeAccount, { signal })).account,
  refetchInterval: ACCOUNT_POLL_MS,
});
