import { hasRows } from '../check.ts';
import type { PythonRow } from './python-client.ts';

const symbol = 'BTCUSDT';
const one = () => ({ symbol });

/** What an account says and how it is set, before it has traded. */
export const pythonAccount: readonly PythonRow[] = [
  {
    methods: ['futures_get_position_mode', 'get_position_mode'],
    isRight: ({ dualSidePosition }) => dualSidePosition === false,
  },
  {
    methods: ['futures_get_multi_assets_mode', 'get_multi_asset_mode'],
    isRight: ({ multiAssetsMargin }) => multiAssetsMargin === false,
  },
  {
    methods: ['futures_change_leverage', 'change_leverage'],
    params: () => ({ symbol, leverage: 10 }),
    isRight: ({ leverage, maxNotionalValue }) => leverage === 10 && Number(maxNotionalValue) > 0,
  },
  {
    methods: ['futures_change_margin_type', 'change_margin_type'],
    params: () => ({ symbol, marginType: 'ISOLATED' }),
    isRight: ({ code }) => code === 200,
  },
  {
    methods: ['futures_account_balance', 'balance'],
    isRight: (rows) => rows.some((row: { asset: string; balance: string }) => Number(row.balance) === 100_000),
  },
  {
    methods: ['futures_account', 'account'],
    isRight: ({ totalWalletBalance }) => Number(totalWalletBalance) === 100_000,
  },
  {
    methods: ['futures_account_config', 'futures_account_configuration'],
    isRight: ({ canTrade }) => canTrade === true,
  },
  {
    methods: ['futures_symbol_config', 'symbol_configuration'],
    params: one,
    isRight: ([row]) => row.leverage === 10 && row.marginType === 'ISOLATED',
  },
  {
    methods: ['futures_leverage_bracket', 'leverage_brackets'],
    params: one,
    isRight: ([row]) => row.symbol === symbol && row.brackets[0].initialLeverage > 0,
  },
  {
    methods: ['futures_commission_rate', 'commission_rate'],
    params: one,
    isRight: ({ makerCommissionRate, takerCommissionRate }) =>
      Number(takerCommissionRate) > Number(makerCommissionRate),
  },
  { methods: ['futures_adl_quantile_estimate', 'adl_quantile'], isRight: Array.isArray },
  { methods: ['futures_liquidation_orders', 'force_orders'], isRight: Array.isArray },
  {
    methods: ['futures_api_trading_status', 'api_trading_status'],
    isRight: ({ indicators }) => indicators !== undefined,
  },
  { methods: ['futures_v1_get_rate_limit_order', 'query_user_rate_limit'], isRight: hasRows },
  {
    methods: ['futures_v1_post_fee_burn', 'toggle_bnb_burn'],
    params: () => ({ feeBurn: 'true' }),
    isRight: ({ code }) => code === 200,
  },
  { methods: ['futures_v1_get_fee_burn', 'get_bnb_burn'], isRight: ({ feeBurn }) => feeBurn === true },
];
