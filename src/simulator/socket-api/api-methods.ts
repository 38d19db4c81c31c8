/**
 * The calls of the WebSocket API that do what a call over HTTP does, and that call.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/websocket-api-general-info
 */
export const API_METHODS: Readonly<Record<string, string>> = {
  'order.place': 'POST /fapi/v1/order',
  'order.modify': 'PUT /fapi/v1/order',
  'order.cancel': 'DELETE /fapi/v1/order',
  'order.status': 'GET /fapi/v1/order',
  'algoOrder.place': 'POST /fapi/v1/algoOrder',
  'algoOrder.cancel': 'DELETE /fapi/v1/algoOrder',
  'account.status': 'GET /fapi/v2/account',
  'v2/account.status': 'GET /fapi/v3/account',
  'account.balance': 'GET /fapi/v2/balance',
  'v2/account.balance': 'GET /fapi/v3/balance',
  'account.position': 'GET /fapi/v2/positionRisk',
  'v2/account.position': 'GET /fapi/v3/positionRisk',
  'ticker.price': 'GET /fapi/v2/ticker/price',
  'ticker.book': 'GET /fapi/v1/ticker/bookTicker',
  depth: 'GET /fapi/v1/depth',
  'userDataStream.start': 'POST /fapi/v1/listenKey',
  'userDataStream.ping': 'PUT /fapi/v1/listenKey',
  'userDataStream.stop': 'DELETE /fapi/v1/listenKey',
};
