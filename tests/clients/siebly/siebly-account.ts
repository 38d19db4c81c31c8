import { type Check, type Foreign, hasRows, sinceAnHour } from '../check.ts';

const symbol = 'BTCUSDT';

/** How an account is set, before it has traded. */
export function sieblySettings(client: Foreign): readonly Check[] {
  return [
    {
      name: 'getCurrentPositionMode',
      run: async () => (await client.getCurrentPositionMode()).dualSidePosition === false,
    },
    {
      name: 'setPositionMode there and back',
      run: async () => {
        await client.setPositionMode({ dualSidePosition: 'true' });
        const isDual = (await client.getCurrentPositionMode()).dualSidePosition;
        await client.setPositionMode({ dualSidePosition: 'false' });
        return isDual === true;
      },
    },
    { name: 'getMultiAssetsMode', run: async () => (await client.getMultiAssetsMode()).multiAssetsMargin === false },
    {
      name: 'setMultiAssetsMode to what it is, -4171',
      run: async () => {
        const refusal = await client
          .setMultiAssetsMode({ multiAssetsMargin: 'false' })
          .catch((cause: Foreign) => cause);
        return refusal.code === -4171;
      },
    },
    { name: 'setLeverage', run: async () => (await client.setLeverage({ symbol, leverage: 10 })).leverage === 10 },
    {
      name: 'setMarginType',
      run: async () => (await client.setMarginType({ symbol, marginType: 'ISOLATED' })).code === 200,
    },
    {
      name: 'getNotionalAndLeverageBrackets',
      run: async () => hasRows(await client.getNotionalAndLeverageBrackets({ symbol })),
    },
    {
      name: 'getAccountCommissionRate',
      run: async () => Number((await client.getAccountCommissionRate({ symbol })).takerCommissionRate) > 0,
    },
    { name: 'getFuturesAccountConfig', run: async () => (await client.getFuturesAccountConfig()).canTrade === true },
    {
      name: 'getFuturesSymbolConfig',
      run: async () => {
        const [row] = await client.getFuturesSymbolConfig({ symbol });
        return row.leverage === 10 && row.marginType === 'ISOLATED';
      },
    },
    { name: 'getUserForceOrders', run: async () => Array.isArray(await client.getUserForceOrders()) },
    {
      name: 'getApiQuantitativeRulesIndicators',
      run: async () => (await client.getApiQuantitativeRulesIndicators()).indicators !== undefined,
    },
    { name: 'setBNBBurnEnabled', run: async () => (await client.setBNBBurnEnabled({ feeBurn: 'true' })).code === 200 },
    { name: 'getBNBBurnStatus', run: async () => (await client.getBNBBurnStatus()).feeBurn === true },
    {
      name: 'getFuturesUserDataListenKey, keepAliveFuturesUserDataListenKey, closeFuturesUserDataListenKey',
      run: async () => {
        const { listenKey } = await client.getFuturesUserDataListenKey();
        await client.keepAliveFuturesUserDataListenKey();
        await client.closeFuturesUserDataListenKey();
        return listenKey.length === 64;
      },
    },
  ];
}

/** What an account says that has traded. */
export function sieblyAccount(client: Foreign): readonly Check[] {
  const recent = () => ({ symbol, startTime: sinceAnHour() });
  const usdt = (rows: Foreign): boolean => rows.some((row: Foreign) => row.asset === 'USDT' && Number(row.balance) > 0);
  return [
    { name: 'getPositions', run: async () => Number((await client.getPositions({ symbol }))[0].positionAmt) > 0 },
    { name: 'getPositionsV3', run: async () => Number((await client.getPositionsV3({ symbol }))[0].positionAmt) > 0 },
    { name: 'getBalance', run: async () => usdt(await client.getBalance()) },
    { name: 'getBalanceV3', run: async () => usdt(await client.getBalanceV3()) },
    { name: 'getAccountInformation', run: async () => hasRows((await client.getAccountInformation()).positions) },
    { name: 'getAccountInformationV3', run: async () => hasRows((await client.getAccountInformationV3()).positions) },
    { name: 'getAccountTrades since an hour', run: async () => hasRows(await client.getAccountTrades(recent())) },
    { name: 'getAllOrders since an hour', run: async () => hasRows(await client.getAllOrders(recent())) },
    {
      name: 'getIncomeHistory since an hour',
      run: async () => hasRows(await client.getIncomeHistory({ startTime: sinceAnHour() })),
    },
    {
      name: 'getFuturesTransactionHistoryDownloadId, getFuturesTransactionHistoryDownloadLink',
      run: async () => {
        const period = { startTime: sinceAnHour(), endTime: Date.now() };
        const { downloadId } = await client.getFuturesTransactionHistoryDownloadId(period);
        const { status, url } = await client.getFuturesTransactionHistoryDownloadLink({ downloadId });
        return status === 'completed' && (await (await fetch(url)).text()).includes('COMMISSION');
      },
    },
    {
      name: 'setIsolatedPositionMargin',
      run: async () => (await client.setIsolatedPositionMargin({ symbol, amount: 5, type: '1' })).amount === 5,
    },
    {
      name: 'getPositionMarginChangeHistory',
      run: async () => Number((await client.getPositionMarginChangeHistory({ symbol }))[0].amount) === 5,
    },
    { name: 'getADLQuantileEstimation', run: async () => hasRows(await client.getADLQuantileEstimation({ symbol })) },
  ];
}
