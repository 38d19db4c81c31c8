import { isDecimal } from '#base/decimal.ts';
import type { SentBody } from '#contract/call.ts';
import type { previewManualDeal } from '#contract/deals/manual-deal.ts';
import type { DealKind } from '#engine/model/order.ts';
import type { Atom } from '#web/api/trading-queries.ts';
import type { DealChoice } from './deal-choices.ts';

export type DealBody = SentBody<typeof previewManualDeal>;

export const sizeUnits = ['notional', 'qty', 'percent'] as const;

/** What a user has entered about a deal; texts as typed. */
export interface DealForm {
  readonly atomId: string;
  readonly kind: DealKind;
  readonly orderType: 'market' | 'limit';
  readonly unit: (typeof sizeUnits)[number];
  readonly size: string;
  readonly price: string;
  readonly comment: string;
}

/** The form as it opens: the first deal that the atom takes, as large as the bot's own order or as half of the position. */
export function firstForm({ atom, kinds: [kind] }: DealChoice): DealForm {
  const size = kind === 'open' ? '100' : '50';
  return { atomId: atom.atomId, kind, orderType: 'market', unit: 'percent', size, price: '', comment: '' };
}

export const hasSize = ({ kind }: DealForm): boolean => kind !== 'close';
export const hasOrderType = ({ kind }: DealForm): boolean => kind !== 'close' && kind !== 'adopt';
export const hasPrice = (form: DealForm): boolean =>
  form.kind === 'adopt' || (hasOrderType(form) && form.orderType === 'limit');

/** What has to be entered first; null when nothing is missing. */
export function missingIn(form: DealForm): 'needsSize' | 'needsPrice' | null {
  if (hasSize(form) && !isAmount(form.size)) return 'needsSize';
  return hasPrice(form) && !isAmount(form.price) ? 'needsPrice' : null;
}

const isAmount = (text: string): boolean => isDecimal(text) && /[1-9]/.test(text);

/** What is sent to the server. */
export function dealBody(form: DealForm, { symbol, direction }: Atom): DealBody {
  return {
    ...{ symbol, direction, kind: form.kind },
    orderType: hasOrderType(form) ? form.orderType : 'market',
    ...(hasSize(form) ? { [form.unit]: form.size } : {}),
    ...(hasPrice(form) ? { price: form.price } : {}),
  };
}
