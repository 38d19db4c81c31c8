import {
  ChartCandlestick,
  FlaskConical,
  Gauge,
  GitFork,
  Layers,
  type LucideIcon,
  RadioTower,
  ScanSearch,
  WalletMinimal,
} from 'lucide-react';
import type { MessageKey } from '#web/i18n/text.tsx';

/** One of the places of the rail. */
export interface Place {
  readonly key: string;
  readonly label: MessageKey;
  readonly to: string;
  /** Addresses that belong to it begin so. */
  readonly prefix: string;
  readonly icon: LucideIcon;
  /** The letter after `g`. */
  readonly letter: string;
}

export const places: readonly Place[] = [
  {
    key: 'portfolios',
    label: 'nav.portfolios',
    to: '/portfolios',
    prefix: '/portfolios',
    icon: WalletMinimal,
    letter: 'p',
  },
  { key: 'custom', label: 'nav.custom', to: '/custom/bots', prefix: '/custom/', icon: GitFork, letter: 'c' },
  { key: 'paper', label: 'nav.paper', to: '/dca/bots', prefix: '/dca/', icon: Layers, letter: 'd' },
  { key: 'live', label: 'nav.live', to: '/dca-prod/bots', prefix: '/dca-prod/', icon: RadioTower, letter: 'l' },
  { key: 'backtest', label: 'nav.backtest', to: '/backtest', prefix: '/backtest', icon: FlaskConical, letter: 'b' },
  { key: 'screener', label: 'nav.screener', to: '/screener', prefix: '/screener', icon: ScanSearch, letter: 's' },
  {
    key: 'market',
    label: 'nav.market',
    to: '/market',
    prefix: '/market',
    icon: ChartCandlestick,
    letter: 'm',
  },
  { key: 'orders', label: 'nav.orders', to: '/order-stat', prefix: '/order-stat', icon: Gauge, letter: 'o' },
];

export function isAt(place: Place, path: string): boolean {
  return path.startsWith(place.prefix) || (place.key === 'portfolios' && path === '/');
}
