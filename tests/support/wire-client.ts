import { createHmac } from 'node:crypto';
import { request } from 'node:http';

/** A key that the tests sign with. */
export interface SigningKey {
  readonly apiKey: string;
  readonly secret: string;
}

export interface WireRequest {
  readonly method?: string;
  /** Path including the query. */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed response if it is JSON; ids above 2^53 are rounded, so use the text for those. */
  readonly json: ReturnType<typeof JSON.parse>;
}

/** Sends a request exactly as given, so that no client of ours changes the request under test. */
export function send(port: number, { method = 'GET', path, body = '', headers = {} }: WireRequest): Promise<WireReply> {
  return new Promise((resolve, reject) => {
    const form = body === '' ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { ...form, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = String(response.headers['content-type']).startsWith('application/json');
          const { statusCode = 0, headers: received } = response;
          resolve({ status: statusCode, headers: received, text, json: isJson ? JSON.parse(text) : null });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The query of a signed request, built without the code under test. */
export function signed(params: Readonly<Record<string, string>>, key: SigningKey, timestamp: number): string {
  const text = new URLSearchParams({ ...params, timestamp: String(timestamp) }).toString();
  return `${text}&signature=${createHmac('sha256', key.secret).update(text).digest('hex')}`;
}

/** Sends a signed request with its parameters in the query. */
export function sendSigned(
  port: number,
  key: SigningKey,
  [method, path]: readonly [string, string],
  params: Readonly<Record<string, string>> = {},
): Promise<WireReply> {
  const query = signed(params, key, Date.now());
  return send(port, { method, path: `${path}?${query}`, headers: { 'X-MBX-APIKEY': key.apiKey } });
}
