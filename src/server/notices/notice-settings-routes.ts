import * as z from 'zod/mini';
import { oneAtATime } from '#base/one-at-a-time.ts';
import type { Call } from '#contract/call.ts';
import { outsideChannel } from '#contract/notices/notice.ts';
import {
  getNoticeDeliveries,
  getNoticeSettings,
  removeNoticeChannel,
  retryNoticeDelivery,
  setNoticeChoices,
  setNoticeTelegram,
  setNoticeWebhook,
  testNoticeChannel,
} from '#contract/notices/notice-settings.ts';
import type { OutsideChannel } from '#engine/notices/notice-events.ts';
import { noticeAddressContext, noticeChannelContext } from '#keys/sealing/key-context.ts';
import { findDelivery, lastSent, listFailedDeliveries, retryDelivery } from '#storage/notices/deliveries.ts';
import {
  deleteNoticeChannel,
  listNoticeChannels,
  listNoticeChoices,
  saveNoticeChannel,
  saveNoticeChoices,
} from '#storage/notices/notice-settings.ts';
import { cursorText, readCursor } from '../bots/cursor.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { randomId } from '../http/random-id.ts';
import { type Route, route, storedRoute } from '../http/route.ts';
import { noticeNumber } from './notice-routes.ts';
import { presentDelivery, presentNoticeSettings } from './present-notice.ts';

/** Where notices go. No answer holds the secret of a channel. */
export function noticeSettingsRoutes(): Route[] {
  const alone = oneAtATime(); // Nobody makes this server call another one many times at once.
  return [
    storedRoute(getNoticeSettings, settingsOf),
    route(setNoticeChoices, choose),
    route(setNoticeWebhook, setWebhook),
    route(setNoticeTelegram, (context) => {
      const { chatId, token, isOn } = context.body;
      return saveChannel(context, {
        channel: 'telegram',
        address: chatId,
        secret: token,
        isOn,
        sealedAddress: undefined,
      });
    }),
    route(removeNoticeChannel, remove),
    route(testNoticeChannel, (context) => alone(context.caller.userId, () => test(context))),
    storedRoute(getNoticeDeliveries, deliveries),
    route(retryNoticeDelivery, retry),
  ];
}

type Asked = Pick<Context<Call>, 'caller' | 'read' | 'services'>;

async function settingsOf({ caller, read, services }: Asked) {
  const { userId } = caller;
  const stored = await read(async (tx) => ({
    channels: await listNoticeChannels(tx, userId),
    choices: await listNoticeChoices(tx, userId),
    sent: await lastSent(tx, userId),
  }));
  return presentNoticeSettings(stored, services.notices.webhookHosts);
}

async function choose(context: Context<typeof setNoticeChoices>) {
  const { choices } = context.body;
  const { userId: ownerId } = context.caller;
  await context.write('notices', async (tx) => {
    await saveNoticeChoices(
      tx,
      choices.map((choice) => ({ ownerId, ...choice })),
    );
    const told = choices.map(({ event, channel, isOn }) => `${event} ${channel} ${isOn ? 'on' : 'off'}`);
    return { event: 'notice-settings-changed', details: { choices: told.join(', ') } };
  });
  return settingsOf(context);
}

async function setWebhook(context: Context<typeof setNoticeWebhook>) {
  const { body, caller, services } = context;
  const { secret, isOn } = body;
  const channel = 'webhook';
  if (body.address === undefined) {
    const stored = await channelOf(context, channel);
    if (stored === undefined) throw new ProblemError('NOTICE_CHANNEL_NOT_FOUND');
    return saveChannel(context, { channel, address: stored.address, secret, isOn, sealedAddress: undefined });
  }
  const url = services.notices.webhookOf(body.address);
  if (url === null) {
    const [code, detail] = ['NOT_ALLOWED', 'must be https:// and a host of the setting WEBHOOK_HOSTS'];
    throw new ProblemError('WEBHOOK_NOT_ALLOWED', [{ code, detail, path: ['address'] }]);
  }
  const bound = noticeAddressContext({ ownerId: caller.userId, channel });
  const sealedAddress = await services.notices.seal(url.href, bound);
  return saveChannel(context, { channel, address: url.host, secret, isOn, sealedAddress });
}

interface WantedChannel {
  readonly channel: OutsideChannel;
  /** What pages show of it. */
  readonly address: string;
  /** The whole address; undefined keeps the stored one. */
  readonly sealedAddress: Buffer | undefined;
  /** Undefined keeps the stored one. */
  readonly secret: string | undefined;
  readonly isOn: boolean;
}

async function saveChannel(context: Asked & Pick<Context<Call>, 'write'>, wanted: WantedChannel) {
  const { services, caller } = context;
  const { secret, sealedAddress, ...row } = wanted;
  const channel = { ...row, ownerId: caller.userId, changedAt: new Date(services.now()) };
  const stored = await channelOf(context, wanted.channel);
  if (secret === undefined && stored === undefined) throw new ProblemError('NOTICE_SECRET_MISSING');
  const version = (stored?.version ?? 0) + (secret === undefined ? 0 : 1);
  const seal =
    secret === undefined ? {} : { sealed: await services.notices.seal(secret, noticeChannelContext(channel, version)) };
  await context.write('notices', async (tx) => {
    if (!(await saveNoticeChannel(tx, { ...channel, version, ...seal, ...(sealedAddress && { sealedAddress }) })))
      throw new ProblemError('VERSION_CONFLICT');
    const details = { channel: channel.channel, isOn: channel.isOn, hasNewSecret: secret !== undefined };
    return { event: 'notice-channel-changed', details };
  });
  services.notices.wake();
  return settingsOf(context);
}

async function channelOf({ caller, read }: Asked, channel: OutsideChannel) {
  const channels = await read((tx) => listNoticeChannels(tx, caller.userId));
  return channels.find((row) => row.channel === channel);
}

async function refuseAbsent(context: Asked, channel: OutsideChannel): Promise<void> {
  if ((await channelOf(context, channel)) === undefined) throw new ProblemError('NOTICE_CHANNEL_NOT_FOUND');
}

async function remove(context: Context<typeof removeNoticeChannel>) {
  const { channel } = context.body;
  if (!context.isRepeat) await refuseAbsent(context, channel);
  await context.write('notices', async (tx) => {
    await deleteNoticeChannel(tx, context.caller.userId, channel);
    return { event: 'notice-channel-removed', details: { channel } };
  });
  return settingsOf(context);
}

async function test(context: Context<typeof testNoticeChannel>) {
  const { body, caller, services } = context;
  await refuseAbsent(context, body.channel);
  const outcome = await services.notices.sendOne(caller.userId, body.channel, {
    ...{ noticeId: `test-${randomId()}`, event: 'TEST', severity: 'info', at: new Date(services.now()) },
    detail: `This is a test of ${services.settings.title}. Notices arrive here.`,
    ...{ botId: null, botName: null, portfolioId: null, symbol: null, cycleId: null, orderId: null, figures: {} },
  });
  if (outcome === null) throw new ProblemError('NOTICE_CHANNEL_NOT_FOUND');
  return outcome.isSent ? { isSent: true, failure: null } : { isSent: false, failure: outcome.failure };
}

async function deliveries({ caller, query, read }: Context<typeof getNoticeDeliveries>) {
  const { limit, cursor } = query;
  const from = cursor === undefined ? null : readFrom(cursor);
  const rows = await read((tx) => listFailedDeliveries(tx, caller.userId, { from, limit: limit + 1 }));
  const first = rows[limit];
  const next = first === undefined ? null : cursorText([first.noticeSeq, first.channel]);
  return { items: rows.slice(0, limit).map(presentDelivery), total: null, offset: 0, limit, cursor: next };
}

function readFrom(cursor: string) {
  const [noticeSeq, channel] = readCursor(cursor, z.tuple([noticeNumber, outsideChannel]));
  return { noticeSeq, channel };
}

async function retry(context: Context<typeof retryNoticeDelivery>) {
  const { body, caller, services } = context;
  const address = { ownerId: caller.userId, ...body };
  await context.write('notices', async (tx) => {
    const row = await findDelivery(tx, caller.userId, body.noticeId, body.channel);
    if (row === undefined) throw new ProblemError('NOTICE_NOT_FOUND');
    await retryDelivery(tx, address, new Date(services.now()));
    return { event: 'notice-sent-again', details: { noticeId: body.noticeId, channel: body.channel } };
  });
  services.notices.wake();
  const row = await context.read((tx) => findDelivery(tx, caller.userId, body.noticeId, body.channel));
  return { items: row?.failure === null || row === undefined || row.state === 'sent' ? [] : [presentDelivery(row)] };
}
