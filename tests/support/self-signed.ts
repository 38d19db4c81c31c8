import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate without a trusted issuer, with its key; generated anew each time. */
export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

const ED25519 = Buffer.from('06032b6570', 'hex'); // The object identifier 1.3.101.112.
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex');

/** A self-signed certificate for 127.0.0.1, as a server that is not the exchange could have one (RFC 5280, RFC 8410). */
export function makeSelfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const algorithm = der(0x30, ED25519);
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('nobody')))));
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z')));
  const address = der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(0xa3, der(0x30, der(0x30, ALTERNATIVE_NAMES, der(0x04, address))));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1]));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const body = der(0x30, version, serial, algorithm, name, validity, name, subjectKey, extensions);
  const signature = der(0x03, Buffer.from([0]), sign(null, body, privateKey));
  const whole = der(0x30, body, algorithm, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** One DER element: its tag, length and content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
