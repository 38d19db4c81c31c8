/** Words of the table of candles, on the market pages and beside the screener. */
export const candleMessages = {
  'market.chart.time': 'Time, UTC',
  'market.chart.open': 'Open',
  'market.chart.high': 'High',
  'market.chart.low': 'Low',
  'market.chart.close': 'Close',
  'market.chart.newest': 'The newest {shown} of {count} candles',
  'market.chart.volume': 'Volume',
};
