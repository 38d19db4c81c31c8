import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { bits, der, identifier, integer, octets, sequence, set, tagged, text, utcTime } from './der.ts';

/** A certificate and its private key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** https://www.rfc-editor.org/rfc/rfc5758 and rfc5280: ECDSA with SHA-256, common name, alternative names, constraints. */
const ECDSA_SHA256 = identifier('2a8648ce3d040302');
const COMMON_NAME = identifier('550403');
const ALTERNATIVE_NAMES = identifier('551d11');
const BASIC_CONSTRAINTS = identifier('551d13');
const TRUE = der(0x01, Buffer.from([0xff]));
const SERIAL_BYTES = 15;

/**
 * A new certificate that vouches for itself, so that clients can be told to trust it and nothing else.
 * @param names - host names and IPv4 addresses that it is for
 * @param years - how long it is valid, from `now` on
 */
export function makeCertificate(names: readonly string[], now: Date, years: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const until = new Date(now);
  until.setUTCFullYear(now.getUTCFullYear() + years);
  const name = sequence(set(sequence(COMMON_NAME, text('Botyard simulated exchange'))));
  const body = sequence(
    tagged(0, integer(Buffer.from([2]))), // The third version, counted from zero.
    integer(Buffer.concat([Buffer.from([1]), randomBytes(SERIAL_BYTES)])),
    sequence(ECDSA_SHA256),
    name,
    sequence(utcTime(now), utcTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      3,
      sequence(
        sequence(ALTERNATIVE_NAMES, octets(sequence(...names.map(alternativeName)))),
        sequence(BASIC_CONSTRAINTS, TRUE, octets(sequence(TRUE))),
      ),
    ),
  );
  const whole = sequence(body, sequence(ECDSA_SHA256), bits(sign('sha256', body, privateKey)));
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd();
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

function alternativeName(name: string): Buffer {
  if (isIP(name) === 4) return der(0x87, Buffer.from(name.split('.').map(Number)));
  return der(0x82, Buffer.from(name, 'ascii'));
}
