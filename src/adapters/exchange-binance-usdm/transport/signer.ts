import { createHmac, createPrivateKey, sign } from 'node:crypto';
import { AppError } from '#base/errors.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import { type RestRoute, ROUTES } from './routes.ts';

/** Signs requests of one key. Only the signer holds the secret. */
export interface Signer {
  readonly apiKey: string;
  /**
   * The URL-encoded signature of the sent text.
   * @throws AppError EXCHANGE_ROUTE for anything that is not a signed route of `ROUTES`: no transfer, no withdrawal
   */
  sign(route: string, text: string): string;
}

/** @throws AppError EXCHANGE_SECRET when the secret is an unreadable private key */
export function makeSigner({ apiKey, secret }: ExchangeCredentials): Signer {
  const signText = signing(secret);
  return {
    apiKey,
    sign(route, text) {
      if (!isSigned(route)) throw new AppError('EXCHANGE_ROUTE', 'This request to the exchange is never signed.');
      return encodeURIComponent(signText(text));
    },
  };
}

function isSigned(name: string): boolean {
  const route: RestRoute | undefined = Object.hasOwn(ROUTES, name) ? ROUTES[name as keyof typeof ROUTES] : undefined;
  return route?.access === 'signed';
}

/** HMAC secrets are plain text; RSA and Ed25519 keys are PEM. */
function signing(secret: string): (text: string) => string {
  if (!secret.includes('PRIVATE KEY')) return (text) => createHmac('sha256', secret).update(text).digest('hex');
  const key = privateKey(secret);
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return (text) => sign(digest, Buffer.from(text), key).toString('base64');
}

function privateKey(secret: string) {
  try {
    return createPrivateKey(secret.replaceAll('\\n', '\n'));
  } catch {
    // The cause could quote the key.
    throw new AppError('EXCHANGE_SECRET', 'The secret of the exchange key is not a readable private key.');
  }
}
