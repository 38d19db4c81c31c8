import type { Environment } from '#base/environment.ts';
import type { SealContext } from './seal-context.ts';

/** The one account at the exchange that a user has in each environment. */
const ACCOUNT = 'futures';
const DOCUMENT = 'document';
const NOTICES = 'notices';
const NOTICE_ADDRESS = 'notice-address';

/** What the sealed key of a user's account is bound to. */
export function keyContext(
  key: { readonly ownerId: string; readonly environment: Environment },
  version: number,
): SealContext {
  return { userId: key.ownerId, account: ACCOUNT, exchange: key.environment, version };
}

/** What the sealed content of a user's document is bound to. */
export function documentContext(
  document: { readonly ownerId: string; readonly path: string },
  version: number,
): SealContext {
  return { userId: document.ownerId, account: document.path, exchange: DOCUMENT, version };
}

/** What the whole address of a user's channel of notices is bound to: it stays when the secret gets another version. */
export function noticeAddressContext(channel: { readonly ownerId: string; readonly channel: string }): SealContext {
  return { userId: channel.ownerId, account: channel.channel, exchange: NOTICE_ADDRESS, version: 1 };
}

/** What the secret of a user's channel of notices is bound to. */
export function noticeChannelContext(
  channel: { readonly ownerId: string; readonly channel: string },
  version: number,
): SealContext {
  return { userId: channel.ownerId, account: channel.channel, exchange: NOTICES, version };
}
