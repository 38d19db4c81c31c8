import type { Instant } from '#base/time.ts';
import { instantOf } from '#base/time.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import type { Clients } from '../transport/clients.ts';
import { SignedCalls } from '../transport/signed-calls.ts';
import { makeSigner } from '../transport/signer.ts';
import { readShape } from '../wire/read-shape.ts';
import { signedPrice } from '../wire/wire-account.ts';

/** A last price as the exchange returns it for a key. */
export interface SignedPrice {
  readonly symbol: string;
  /** Decimal text. */
  readonly price: string;
  readonly time: Instant;
}

/** The last price of a contract, asked with key and signature. @throws ExchangeError of every kind */
export async function readSignedPrice(
  clients: Clients,
  credentials: ExchangeCredentials,
  symbol: string,
): Promise<SignedPrice> {
  const calls = new SignedCalls(clients, makeSigner(credentials));
  const value = await calls.read({ name: 'signedPrice', params: { symbol }, urgency: 'market' });
  const read = readShape(signedPrice, value, 'a price');
  return { symbol: read.symbol, price: read.price, time: instantOf(read.time) };
}
