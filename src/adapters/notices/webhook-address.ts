import { isIP } from 'node:net';

/** A host of the setting WEBHOOK_HOSTS. */
export interface WebhookHost {
  /** As URLs write it. */
  readonly hostname: string;
  /** Empty for the usual port of the scheme. */
  readonly port: string;
  /** The operator has named an address and not a name: it may be private, and needs no encryption. */
  readonly isAddress: boolean;
}

/**
 * Reads "hooks.example.com", "hooks.example.com:8443", "10.0.0.5:9000" or "[fd00::5]:9000".
 * @returns null for anything else
 */
export function readWebhookHost(text: string): WebhookHost | null {
  if (!/^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i.test(text)) return null;
  // No scheme that the platform knows: the usual port of one would be dropped.
  const url = URL.parse(`https://${text}`);
  if (url === null || url.hostname.endsWith('.')) return null;
  const bare = text.replace(/:\d{1,5}$/, '');
  const isAddress = isIP(bareAddress(url.hostname)) !== 0;
  if (isAddress && url.hostname !== bare.toLowerCase()) return null; // Another spelling of an address, such as 127.1.
  return { hostname: url.hostname, port: /:(\d{1,5})$/.exec(text.slice(bare.length))?.[1] ?? '', isAddress };
}

/** A webhook's URL that may be called; null when it may not. */
export function allowedWebhook(
  address: string,
  hosts: readonly WebhookHost[],
): { readonly url: URL; readonly host: WebhookHost } | null {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const host = hosts.find(({ hostname, port }) => hostname === url.hostname && isPort(url, port));
  if (host === undefined) return null;
  const isEncrypted = url.protocol === 'https:' || (url.protocol === 'http:' && host.isAddress);
  return isEncrypted ? { url, host } : null;
}

const USUAL_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

function isPort(url: URL, wanted: string): boolean {
  const usual = USUAL_PORTS[url.protocol];
  return usual !== undefined && (url.port || usual) === (wanted || usual);
}

/** An IPv6 address without the brackets of a URL. */
export function bareAddress(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
