import { describe, expect, it } from 'vitest';
import { makeClients } from './clients.ts';
import { checkEnvironment, type ExchangeUrls, exchangeUrls } from './environments.ts';

describe('the addresses of an exchange', () => {
  it.each(['sim', 'demo', 'mainnet'] as const)('%s has all five, and they pass', (name) => {
    expect(() => checkEnvironment({ name, urls: exchangeUrls(name, 4_100) })).not.toThrow();
  });

  it.each(['spotRest', 'spotStreams', 'fapiRest', 'fapiStreams', 'fapiWsApi'] as const)(
    '%s is never left to a default: without it nothing opens',
    (field) => {
      for (const text of [undefined, '', 'nonsense', 'ftp://127.0.0.1']) {
        const urls = { ...exchangeUrls('mainnet', 0), [field]: text } as ExchangeUrls;
        expect(() => makeClients({ name: 'mainnet', urls })).toThrow(field);
      }
    },
  );

  it.each([
    'fapi.binance.com',
    'FAPI.binance.com.',
    'api1.binance.com',
    'binance.com',
    'fstream.binance.com',
    'data-api.binance.vision',
  ])('sim and demo refuse %s, which is real money', (host) => {
    for (const name of ['sim', 'demo'] as const) {
      const urls = { ...exchangeUrls(name, 4_100), fapiRest: `https://${host}` };
      expect(() => checkEnvironment({ name, urls })).toThrow('real exchange');
    }
  });
});
