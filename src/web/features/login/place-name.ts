import type { Text } from '#web/i18n/text.tsx';

/** What a person calls the page at an address, or null when it is just the start page. */
export function placeName(address: string, t: Text): string | null {
  const path = address.split(/[?#]/)[0] ?? '/';
  const [, area = '', page = ''] = path.split('/');
  const place = placeOf(area, t);
  if (place === null) return null;
  const part = pageOf(page, t);
  return part === null ? place : `${place}, ${part}`;
}

function placeOf(area: string, t: Text): string | null {
  if (area === 'portfolios') return t('nav.portfolios');
  if (area === 'custom') return t('nav.custom');
  if (area === 'dca') return t('nav.paper');
  if (area === 'dca-prod') return t('nav.live');
  if (area === 'backtest') return t('nav.backtest');
  if (area === 'screener') return t('nav.screener');
  if (area === 'order-stat') return t('nav.orders');
  return area === 'account' ? t('nav.account') : null;
}

function pageOf(page: string, t: Text): string | null {
  if (page === 'bots') return t('nav.bots');
  if (page === 'strategy') return t('nav.strategy');
  if (page === 'logs') return t('nav.logs');
  return page === 'portfolio' ? t('portfolio.column.name') : null;
}
