import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEar } from '../../../tests/support/streaming-world.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';
import { CERTIFICATE_FILE, ownCertificate } from './own-certificate.ts';

const HOST = 'fapi.binance.com';

describe('the encrypted port', () => {
  let world: WireWorld;
  let ca: string;
  beforeAll(async () => {
    world = await openWireWorld({ isEncrypted: true, hosts: [HOST] });
    ca = readFileSync(path.join(world.folder, CERTIFICATE_FILE), 'utf8');
  });
  afterAll(() => world.close());

  /** The status of a call to this machine under a name of its own, verified against the certificate. */
  const statusUnder = (servername: string, trusted?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: world.tlsPort, path: '/fapi/v1/time', servername };
      const sent = request({
        ...options,
        ...(trusted === undefined ? {} : { ca: trusted }),
        headers: { Host: servername },
      });
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end();
    });

  it('serves whoever trusts its certificate, under its own names and those that were given', async () => {
    expect(await statusUnder('localhost', ca)).toBe(200);
    expect(await statusUnder(HOST, ca)).toBe(200);
  });

  it('is not believed by anybody else, nor under another name', async () => {
    await expect(statusUnder('localhost')).rejects.toThrow(/self-signed certificate/);
    await expect(statusUnder('dapi.binance.com', ca)).rejects.toThrow(/does not match/);
  });

  it('carries streams', async () => {
    const ear = await openEar(`wss://localhost:${world.tlsPort}/market/ws/btcusdt@markPrice@1s`, { ca });
    expect(await ear.ask({ method: 'LIST_SUBSCRIPTIONS', id: 1 })).toMatchObject({ result: ['btcusdt@markPrice@1s'] });
    ear.close();
  });
});

describe('the certificate of the simulated exchange', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-tls-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('stays the same from start to start until it lacks a name, and its key is its owner’s alone', async () => {
    const first = await ownCertificate(folder, []);
    expect(await ownCertificate(folder, [])).toEqual(first);
    const named = await ownCertificate(folder, [HOST]);
    expect(named.cert).not.toBe(first.cert);
    expect(await ownCertificate(folder, [])).toEqual(named);
    expect(new X509Certificate(named.cert).subjectAltName).toBe(`DNS:localhost, IP Address:127.0.0.1, DNS:${HOST}`);
    expect(statSync(path.join(folder, 'tls', 'key.pem')).mode & 0o777).toBe(0o600);
  });
});
