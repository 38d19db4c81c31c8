import * as z from 'zod/mini';
import { conditions } from '../bot.ts';
import { call } from '../call.ts';
import { kindParams } from '../fields.ts';
import { orderEffect } from './order-effect.ts';

/**
 * What `setCondition` would do to the orders of the bot, once it is confirmed where the price is already past an exit;
 * nothing is changed.
 */
export const previewCondition = call({
  name: 'previewCondition',
  method: 'POST',
  isRead: true,
  path: '/api/:kind/preview-condition',
  summary: 'Tell which orders another stop-loss or take profit would cancel and place, and which stay.',
  access: 'user',
  params: kindParams,
  body: z.strictObject(conditions),
  reply: orderEffect,
  status: 200,
  refusals: [
    'EXECUTOR_NOT_FOUND',
    'EXECUTOR_SUPERSEDED',
    'LADDER_REFUSED',
    'MARKET_NOT_AVAILABLE',
    'TRANSITION_IN_PROGRESS',
    'BOT_IN_ERROR',
    'GRID_CHANGED',
    'BOT_DELETED',
  ],
});
