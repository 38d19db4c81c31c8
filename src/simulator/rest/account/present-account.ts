import { createHash } from 'node:crypto';
import { cashText } from '#base/decimal.ts';
import type { AccountView } from '../../exchange/rows.ts';
import type { ApiKey } from '../../simulation.ts';

/**
 * The totals of an account, as in both versions of the account call. The account holds a single asset, so they equal
 * that asset's.
 */
export function presentTotals(view: AccountView) {
  return {
    totalInitialMargin: cashText(view.initialMargin),
    totalMaintMargin: cashText(view.maintenanceMargin),
    totalWalletBalance: cashText(view.walletBalance),
    totalUnrealizedProfit: cashText(view.unrealized),
    totalMarginBalance: cashText(view.marginBalance),
    totalPositionInitialMargin: cashText(view.positionInitialMargin),
    totalOpenOrderInitialMargin: cashText(view.openOrderInitialMargin),
    totalCrossWalletBalance: cashText(view.crossWalletBalance),
    totalCrossUnPnl: cashText(view.crossUnrealized),
    availableBalance: cashText(view.available),
    maxWithdrawAmount: cashText(view.available),
  };
}

/** The account's one asset. */
export function presentAsset(view: AccountView) {
  return {
    asset: 'USDT',
    walletBalance: cashText(view.walletBalance),
    unrealizedProfit: cashText(view.unrealized),
    marginBalance: cashText(view.marginBalance),
    maintMargin: cashText(view.maintenanceMargin),
    initialMargin: cashText(view.initialMargin),
    positionInitialMargin: cashText(view.positionInitialMargin),
    openOrderInitialMargin: cashText(view.openOrderInitialMargin),
    crossWalletBalance: cashText(view.crossWalletBalance),
    crossUnPnl: cashText(view.crossUnrealized),
    availableBalance: cashText(view.available),
    maxWithdrawAmount: cashText(view.available),
    updateTime: view.updatedAt,
  };
}

/** The account's balance, as the balance calls return it. */
export function presentBalance({ accountId }: ApiKey, view: AccountView) {
  return {
    accountAlias: createHash('sha256').update(accountId).digest('hex').slice(0, 12),
    asset: 'USDT',
    balance: cashText(view.walletBalance),
    crossWalletBalance: cashText(view.crossWalletBalance),
    crossUnPnl: cashText(view.crossUnrealized),
    availableBalance: cashText(view.available),
    maxWithdrawAmount: cashText(view.available),
    marginAvailable: true,
    updateTime: view.updatedAt,
  };
}

/** Settings and permissions of the caller's account. */
export function presentConfiguration({ canTrade, canWithdraw }: ApiKey, view: AccountView) {
  return {
    feeTier: 0,
    canTrade,
    canDeposit: true,
    canWithdraw,
    updateTime: view.updatedAt,
    multiAssetsMargin: view.isMultiAssets,
    tradeGroupId: -1,
  };
}
