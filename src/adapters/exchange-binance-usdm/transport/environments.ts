import type { Environment } from '#base/environment.ts';
import { AppError } from '#base/errors.ts';

/** The five addresses of an exchange, all explicit; none is left to a library's default. */
export interface ExchangeUrls {
  /** "https://api.binance.com": spot REST, and the permissions of a key. */
  readonly spotRest: string;
  /** "wss://stream.binance.com:9443", without a path. */
  readonly spotStreams: string;
  readonly fapiRest: string;
  readonly fapiStreams: string;
  /** Host of the requests over WebSocket, without the path /ws-fapi/v1. */
  readonly fapiWsApi: string;
}

/** An exchange to connect to: its environment and addresses. */
export interface ExchangeEnvironment {
  readonly name: Environment;
  readonly urls: ExchangeUrls;
}

/**
 * Binance's addresses, and our simulator's, which serves everything on one port.
 *
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info
 */
export function exchangeUrls(name: Environment, simulatorPort: number): ExchangeUrls {
  switch (name) {
    case 'sim':
      return simulatorUrls(simulatorPort);
    case 'demo':
      return {
        spotRest: 'https://demo-api.binance.com',
        spotStreams: 'wss://demo-stream.binance.com:9443',
        fapiRest: 'https://demo-fapi.binance.com',
        fapiStreams: 'wss://fstream.binancefuture.com',
        fapiWsApi: 'wss://testnet.binancefuture.com',
      };
    case 'mainnet':
      return {
        spotRest: 'https://api.binance.com',
        spotStreams: 'wss://stream.binance.com:9443',
        fapiRest: 'https://fapi.binance.com',
        fapiStreams: 'wss://fstream.binance.com',
        fapiWsApi: 'wss://ws-fapi.binance.com',
      };
  }
}

/**
 * Refuses an environment that could reach real money by accident: a missing or invalid address, and outside mainnet a
 * host of the real exchange.
 * @throws AppError EXCHANGE_URL, naming the address
 */
export function checkEnvironment({ name, urls }: ExchangeEnvironment): void {
  for (const [field, schemes] of Object.entries(SCHEMES)) {
    const text = urls[field as keyof ExchangeUrls]; // The keys of a record are its type's keys.
    const url = URL.canParse(text ?? '') ? new URL(text) : null;
    if (url === null || !schemes.includes(url.protocol)) {
      throw new AppError(
        'EXCHANGE_URL',
        `The address ${field} of the exchange is missing or not an address with ${schemes[0]}.`,
      );
    }
    if (name !== 'mainnet' && isProduction(url.hostname)) {
      throw new AppError(
        'EXCHANGE_URL',
        `The address ${field} leads to the real exchange, but the environment is ${name}.`,
      );
    }
  }
}

const SCHEMES: Record<keyof ExchangeUrls, readonly string[]> = {
  spotRest: ['https:', 'http:'],
  spotStreams: ['wss:', 'ws:'],
  fapiRest: ['https:', 'http:'],
  fapiStreams: ['wss:', 'ws:'],
  fapiWsApi: ['wss:', 'ws:'],
};

/** Every host of binance.com that is not one of the demo's. */
function isProduction(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  const isOurs = ['binance.com', 'binance.me', 'binance.vision'].some(
    (zone) => name === zone || name.endsWith(`.${zone}`),
  );
  return (
    isOurs && !name.startsWith('demo-') && !name.startsWith('testnet.') && !name.endsWith('.testnet.binance.vision')
  );
}

function simulatorUrls(port: number): ExchangeUrls {
  const [rest, streams] = [`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}`];
  return { spotRest: rest, spotStreams: streams, fapiRest: rest, fapiStreams: streams, fapiWsApi: streams };
}
